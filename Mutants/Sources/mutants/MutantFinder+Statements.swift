import SwiftSyntax

/// Changes of statements.
extension MutantFinder {
    /// The calls that end the program or check the programmer.
    private static let checks: Set<String> = [
        "precondition", "preconditionFailure", "assert", "assertionFailure", "fatalError",
    ]

    func changeStatement(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind {
        guard case .expr(let expression) = node.item else { return .visitChildren }
        guard node.isStatement else {
            if let type = node.valueType { change(result: expression, of: type) }
            return .visitChildren
        }
        let inner = expression.withoutEffects
        if let call = inner.as(FunctionCallExprSyntax.self) {
            if isDroppable(call) { drop(expression, .droppedCall) }
        } else if let infix = inner.as(InfixOperatorExprSyntax.self) {
            if let assigned = infix.assigned {
                if assigned.is(DiscardAssignmentExprSyntax.self) {
                    if infix.rightOperand.withoutEffects.is(FunctionCallExprSyntax.self) {
                        drop(expression, .droppedCall)
                    }
                } else if !isRequired(assigned, in: Syntax(node)) {
                    drop(expression, .droppedAssignment)
                }
            }
        }
        return .visitChildren
    }

    private func drop(_ expression: ExprSyntax, _ kind: MutantKind) {
        wrap(expression, kind, { "if !Mutant.runs(\($0)) { " }, " }")
    }

    private func isDroppable(_ call: FunctionCallExprSyntax) -> Bool {
        let callee = call.calledExpression
        if let name = callee.as(DeclReferenceExprSyntax.self)?.baseName.text { return !Self.checks.contains(name) }
        let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        return name != "init" && name != "exit"
    }

    /// Returns true if the compiler requires the assignment: of a stored property in an initializer, or of a local
    /// constant.
    private func isRequired(_ assigned: ExprSyntax, in node: Syntax) -> Bool {
        if let name = assigned.as(DeclReferenceExprSyntax.self)?.baseName.text, unassigned.contains(name) {
            return true
        }
        if let tuple = assigned.as(TupleExprSyntax.self),
            tuple.elements.contains(where: { unassigned.contains($0.expression.trimmedDescription) })
        {
            return true
        }
        guard node.isInInitializer else { return false }
        if assigned.is(DeclReferenceExprSyntax.self) || assigned.is(TupleExprSyntax.self) { return true }
        return assigned.as(MemberAccessExprSyntax.self)?.base?.trimmedDescription == "self"
    }
}

extension ExprSyntax {
    /// The expression below `try`.
    var withoutEffects: ExprSyntax { self.as(TryExprSyntax.self)?.expression ?? self }
}

extension InfixOperatorExprSyntax {
    /// The left side of an assignment; nil for other operators.
    var assigned: ExprSyntax? {
        if self.operator.is(AssignmentExprSyntax.self) { return leftOperand }
        let compound: Set<String> = ["+=", "-=", "&+=", "&-=", "*=", "/=", "|=", "&=", "^="]
        guard let symbol = self.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return nil }
        return compound.contains(symbol) ? leftOperand : nil
    }
}

extension CodeBlockItemSyntax {
    /// True if the value of the expression is not used.
    var isStatement: Bool { use == .statement }

    /// The type of the function whose result the expression is; nil if it is no result, or if the type is unknown.
    var valueType: String? { use == .value ? Syntax(self).resultType : nil }

    private enum Use { case statement, value, unknown }

    private var use: Use {
        guard let list = parent?.as(CodeBlockItemListSyntax.self), let owner = list.parent else { return .unknown }
        guard list.count == 1 else { return .statement }
        if owner.is(ClosureExprSyntax.self) { return .unknown }
        // The short form of a getter.
        if owner.is(AccessorBlockSyntax.self) { return .value }
        if owner.is(SwitchCaseSyntax.self) { return Self.use(ofBranch: owner.parent?.parent) }
        guard owner.is(CodeBlockSyntax.self), let holder = owner.parent else { return .unknown }
        if let function = holder.as(FunctionDeclSyntax.self) {
            return function.signature.returnClause == nil ? .statement : .value
        }
        if let accessor = holder.as(AccessorDeclSyntax.self) {
            return accessor.accessorSpecifier.text == "get" ? .value : .statement
        }
        if holder.is(IfExprSyntax.self) { return Self.use(ofBranch: holder) }
        return .statement
    }

    /// Returns the use of an `if` or a `switch`, which is also that of its branches.
    private static func use(ofBranch node: Syntax?) -> Use {
        guard let node, let parent = node.parent else { return .unknown }
        if parent.is(IfExprSyntax.self) { return use(ofBranch: parent) }
        if let item = parent.as(CodeBlockItemSyntax.self) { return item.use }
        if parent.is(ExpressionStmtSyntax.self), let item = parent.parent?.as(CodeBlockItemSyntax.self) {
            return item.use
        }
        return .unknown
    }
}

extension Syntax {
    /// The result type of the nearest function; nil within a closure.
    var resultType: String? {
        var node = parent
        while let current = node {
            if current.is(ClosureExprSyntax.self) || current.is(InitializerDeclSyntax.self) { return nil }
            if let function = current.as(FunctionDeclSyntax.self) {
                return function.signature.returnClause?.type.trimmedDescription
            }
            if let binding = current.as(PatternBindingSyntax.self), binding.accessorBlock != nil {
                return binding.typeAnnotation?.type.trimmedDescription
            }
            if let function = current.as(SubscriptDeclSyntax.self) {
                return function.returnClause.type.trimmedDescription
            }
            node = current.parent
        }
        return nil
    }

    /// True within an initializer.
    var isInInitializer: Bool {
        var node = parent
        while let current = node {
            if current.is(InitializerDeclSyntax.self) { return true }
            if current.is(FunctionDeclSyntax.self) || current.is(AccessorBlockSyntax.self) { return false }
            node = current.parent
        }
        return false
    }
}
