// A test that imports ChatTestKit also sees the values of the contract and the errors of connections.
@_exported public import ChatConnection
@_exported public import ChatProtocol
