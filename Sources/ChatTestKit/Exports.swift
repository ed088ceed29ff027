// A test that imports ChatTestKit has the values of the contract and the errors of connections as well.
@_exported public import ChatConnection
@_exported public import ChatProtocol
