import SwiftSyntax

/// Changes of conditions, operators, predicates and results.
extension MutantFinder {
    func changeConditions(of node: IfExprSyntax) -> SyntaxVisitorContinueKind {
        var hasExpression = false
        for element in node.conditions {
            guard case .expression(let expression) = element.condition else { continue }
            hasExpression = true
            negate(expression, .negatedCondition)
        }
        let isAvailability = node.conditions.contains { if case .availability = $0.condition { true } else { false } }
        if !hasExpression, !isAvailability { addCondition(to: node.conditions, .skippedBranch) }
        return .visitChildren
    }

    func changeChecks(of node: GuardStmtSyntax) -> SyntaxVisitorContinueKind {
        for element in node.conditions {
            guard case .expression(let expression) = element.condition else { continue }
            negate(expression, .skippedCheck, by: "allows")
        }
        return .visitChildren
    }

    func changeCondition(of node: TernaryExprSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition, .negatedCondition)
        return .visitChildren
    }

    func changeCondition(of node: WhereClauseSyntax) -> SyntaxVisitorContinueKind {
        negate(node.condition, .negatedCondition)
        return .visitChildren
    }

    func changeOperator(of node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind {
        guard let symbol = node.operator.as(BinaryOperatorExprSyntax.self)?.operator.text else { return .visitChildren }
        // The selector compares values of one type; a tuple conforms to nothing.
        if node.leftOperand.is(TupleExprSyntax.self), ["<", "<=", ">", ">="].contains(symbol) { return .visitChildren }
        switch symbol {
        case "&&": pass(node, operandsTo: "and", .swappedLogic)
        case "||": pass(node, operandsTo: "or", .swappedLogic)
        case "<": pass(node, operandsTo: "less", .movedBoundary)
        case "<=": pass(node, operandsTo: "atMost", .movedBoundary)
        case ">": pass(node, operandsTo: "more", .movedBoundary)
        case ">=": pass(node, operandsTo: "atLeast", .movedBoundary)
        case "==", "!=": if !isNegated(node) { negate(ExprSyntax(node), .negatedCondition) }
        case "+", "-", "&+", "&-", "+=", "-=":
            if let literal = node.rightOperand.as(IntegerLiteralExprSyntax.self), literal.literal.text == "1" {
                replace(literal, .droppedOne, of: node) { "(Mutant.runs(\($0)) ? 0 : 1)" }
            }
        default: break
        }
        return .visitChildren
    }

    /// The functions with a predicate; `filter` has mutants of its own.
    private static let predicates: Set<String> = [
        "contains", "allSatisfy", "first", "firstIndex", "last", "lastIndex", "removeAll", "count", "drop", "prefix",
    ]

    func changeCall(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind {
        let callee = node.calledExpression
        let name = callee.as(MemberAccessExprSyntax.self)?.declName.baseName.text
        if let name, let predicate = Self.predicate(of: node) {
            if name == "filter" {
                markNegated(predicate)
                pass(predicate, to: "allows", .addedMembers)
                pass(predicate, to: "denies", .removedMembers)
            } else if Self.predicates.contains(name) {
                negate(predicate, .negatedCondition)
            }
        }
        if let plain = callee.as(DeclReferenceExprSyntax.self)?.baseName.text, plain == "min" || plain == "max",
            node.arguments.count == 2, node.trailingClosure == nil, let first = node.arguments.first
        {
            replace(callee, before: first, .swappedExtreme, of: node) {
                "Mutant.\(plain == "min" ? "smaller" : "larger")(\($0), "
            }
        }
        for argument in node.arguments where argument.label?.text == "people" && name == nil {
            if !argument.expression.isEmptyCollection { pass(argument.expression, to: "rest", .removedMember) }
        }
        return .visitChildren
    }

    /// Returns the single expression of the closure of a call.
    private static func predicate(of node: FunctionCallExprSyntax) -> ExprSyntax? {
        let labels: Set<String?> = [nil, "where", "while"]
        let closure =
            node.trailingClosure
            ?? node.arguments.first.flatMap { argument in
                labels.contains(argument.label?.text) ? argument.expression.as(ClosureExprSyntax.self) : nil
            }
        guard let closure, closure.statements.count == 1, case .expr(let expression)? = closure.statements.first?.item
        else { return nil }
        return expression
    }

    func changeResult(of node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind {
        if let expression = node.expression { change(result: expression, of: Syntax(node).resultType) }
        return .visitChildren
    }

    /// Changes the result of a function with a known type.
    func change(result: ExprSyntax, of type: String?) {
        guard let type, !result.isBranching else { return }
        if type == "Bool" {
            negate(result, .flippedResult)
        } else if type.hasPrefix("Set<") || (type.hasPrefix("[") && type.hasSuffix("]") && !type.isDictionary) {
            if !result.isEmptyCollection { pass(result, to: "rest", .removedMember) }
        }
    }

    func changeLiteral(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind {
        guard Self.isFlippable(node) else { return .skipChildren }
        let isTrue = node.literal.text == "true"
        let whole = node.parent?.is(ReturnStmtSyntax.self) == true ? node.parent ?? Syntax(node) : Syntax(node)
        replace(node, .flippedResult, of: whole) { isTrue ? "!Mutant.runs(\($0))" : "Mutant.runs(\($0))" }
        return .skipChildren
    }

    /// Returns true for the literal of a result, of an assignment or of an argument with a label.
    private static func isFlippable(_ node: BooleanLiteralExprSyntax) -> Bool {
        guard let parent = node.parent else { return false }
        if parent.is(ReturnStmtSyntax.self) || parent.is(CodeBlockItemSyntax.self) { return true }
        if let infix = parent.as(InfixOperatorExprSyntax.self) { return infix.operator.is(AssignmentExprSyntax.self) }
        return parent.as(LabeledExprSyntax.self)?.label != nil
    }
}

extension ExprSyntax {
    /// True for an `if` or a `switch`, whose branches are changed instead.
    var isBranching: Bool { self.is(IfExprSyntax.self) || self.is(SwitchExprSyntax.self) }

    /// True for a literal without elements.
    var isEmptyCollection: Bool {
        self.as(ArrayExprSyntax.self)?.elements.isEmpty == true || self.is(DictionaryExprSyntax.self)
            || self.is(NilLiteralExprSyntax.self)
    }
}

extension String {
    /// True for the type of a dictionary, such as `[Int: [String]]`.
    fileprivate var isDictionary: Bool {
        var depth = 0
        for character in self {
            switch character {
            case "[", "(", "<": depth += 1
            case "]", ")", ">": depth -= 1
            case ":" where depth == 1: return true
            default: break
            }
        }
        return false
    }
}
