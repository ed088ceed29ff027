import SwiftOperators
import SwiftParser
import SwiftSyntax

/// The search for mutants in one file.
///
/// Every mutant is an insertion around the original text or the replacement of one token, so that lines keep their
/// numbers and mutants nest.
final class MutantFinder: SyntaxVisitor {
    private let path: String
    private let converter: SourceLocationConverter
    private var found: MutatedFile
    private var firstNumber: Int
    /// The enclosing types and declarations.
    private var names: [String] = []
    /// The numbers of mutants by declaration and kind.
    private var ordinals: [String: Int] = [:]
    /// The expressions that are negated as a whole.
    private var negated: Set<SyntaxIdentifier> = []
    /// The local constants without an initial value, in the current file. The compiler requires their assignments.
    var unassigned: Set<String> = []

    /// Returns the mutants of a file.
    ///
    /// - Parameters:
    ///   - path: The path below `Sources`.
    ///   - first: The number of the first mutant.
    static func mutants(of text: String, path: String, first: Int) -> MutatedFile {
        let parsed = Parser.parse(source: text)
        let tree = OperatorTable.standardOperators.foldAll(parsed) { _ in }
        let finder = MutantFinder(tree, path: path, text: text, first: first)
        finder.walk(tree)
        return finder.found
    }

    private init(_ tree: Syntax, path: String, text: String, first: Int) {
        self.path = path
        converter = SourceLocationConverter(fileName: path, tree: tree)
        found = MutatedFile(path: path, text: Array(text.utf8))
        firstNumber = first
        super.init(viewMode: .sourceAccurate)
    }

    // MARK: Making mutants

    /// Notes a mutant of a node, and returns its number and its index.
    private func note(_ kind: MutantKind, _ node: some SyntaxProtocol, range: Range<Int>? = nil) -> (Int, Int) {
        let function = names.isEmpty ? "file" : names.joined(separator: ".")
        let ordinal = ordinals["\(function)#\(kind.rawValue)", default: 0] + 1
        ordinals["\(function)#\(kind.rawValue)"] = ordinal
        let index = found.mutants.count
        found.mutants.append(
            Mutant(
                number: firstNumber + index, file: path,
                line: converter.location(for: node.positionAfterSkippingLeadingTrivia).line, function: function,
                kind: kind, ordinal: ordinal,
                source: node.trimmedDescription.split(whereSeparator: \.isWhitespace).joined(separator: " ")))
        found.ranges.append(range ?? Self.range(node))
        return (firstNumber + index, index)
    }

    private static func range(_ node: some SyntaxProtocol) -> Range<Int> {
        let start = node.positionAfterSkippingLeadingTrivia.utf8Offset
        return start..<(start + node.trimmedLength.utf8Length)
    }

    /// Puts text before and after a node.
    func wrap(_ node: some SyntaxProtocol, _ kind: MutantKind, _ opening: (Int) -> String, _ closing: String) {
        let range = Self.range(node)
        let (number, index) = note(kind, node)
        found.edits.append(
            Edit(
                offset: range.lowerBound, length: 0, text: opening(number), place: .opening, range: range,
                index: index))
        found.edits.append(
            Edit(offset: range.upperBound, length: 0, text: closing, place: .closing, range: range, index: index))
    }

    /// Makes a value the first argument of a function of the selector.
    func pass(_ node: some SyntaxProtocol, to function: String, _ kind: MutantKind) {
        wrap(node, kind, { "Mutant.\(function)(\($0), " }, ")")
    }

    /// Makes both operands of an operator arguments of a function of the selector.
    func pass(_ node: InfixOperatorExprSyntax, operandsTo function: String, _ kind: MutantKind) {
        let index = found.mutants.count
        pass(node, to: function, kind)
        let range = Self.range(node.operator)
        found.edits.append(
            Edit(
                offset: range.lowerBound, length: range.count, text: ",", place: .replacement, range: range,
                index: index))
    }

    /// Replaces a node by text that depends on the number.
    func replace(
        _ node: some SyntaxProtocol, _ kind: MutantKind, of whole: some SyntaxProtocol, _ text: (Int) -> String
    ) {
        let range = Self.range(node)
        let (number, index) = note(kind, whole, range: range)
        found.edits.append(
            Edit(
                offset: range.lowerBound, length: range.count, text: text(number), place: .replacement, range: range,
                index: index))
    }

    /// Replaces the text from a callee to the first argument.
    func replace(
        _ callee: ExprSyntax, before argument: LabeledExprSyntax, _ kind: MutantKind, of whole: some SyntaxProtocol,
        _ text: (Int) -> String
    ) {
        let range =
            callee.positionAfterSkippingLeadingTrivia
            .utf8Offset..<argument.positionAfterSkippingLeadingTrivia
            .utf8Offset
        // Lines keep their numbers.
        guard !found.text[range].contains(UInt8(ascii: "\n")) else { return }
        let (number, index) = note(kind, whole)
        found.edits.append(
            Edit(
                offset: range.lowerBound, length: range.count, text: text(number), place: .replacement,
                range: Self.range(whole), index: index))
    }

    /// Adds a condition to a list of conditions.
    func addCondition(to conditions: ConditionElementListSyntax, _ kind: MutantKind) {
        let range = Self.range(conditions)
        let (number, index) = note(kind, conditions)
        found.edits.append(
            Edit(
                offset: range.upperBound, length: 0, text: ", !Mutant.runs(\(number))", place: .closing, range: range,
                index: index))
    }

    /// Negates a Boolean expression, unless that was done before or the expression is better changed inside.
    func negate(_ expression: ExprSyntax, _ kind: MutantKind, by function: String = "negates") {
        guard !negated.contains(expression.id), !expression.isBranching, !expression.is(BooleanLiteralExprSyntax.self)
        else { return }
        negated.insert(expression.id)
        pass(expression, to: function, kind)
    }

    func isNegated(_ expression: some SyntaxProtocol) -> Bool { negated.contains(expression.id) }

    func markNegated(_ expression: ExprSyntax) { negated.insert(expression.id) }

    // MARK: Declarations

    func enter(_ name: String) -> SyntaxVisitorContinueKind {
        names.append(name)
        return .visitChildren
    }

    func leave() { names.removeLast() }

    override func visit(_ node: StructDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: StructDeclSyntax) { leave() }
    override func visit(_ node: ClassDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ClassDeclSyntax) { leave() }
    override func visit(_ node: EnumDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: EnumDeclSyntax) { leave() }
    override func visit(_ node: ProtocolDeclSyntax) -> SyntaxVisitorContinueKind { enter(node.name.text) }
    override func visitPost(_ node: ProtocolDeclSyntax) { leave() }
    override func visit(_ node: ExtensionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter(node.extendedType.trimmedDescription)
    }
    override func visitPost(_ node: ExtensionDeclSyntax) { leave() }
    override func visit(_ node: FunctionDeclSyntax) -> SyntaxVisitorContinueKind {
        enter("\(node.name.text)(\(Self.labels(node.signature.parameterClause)))")
    }
    override func visitPost(_ node: FunctionDeclSyntax) { leave() }
    override func visit(_ node: InitializerDeclSyntax) -> SyntaxVisitorContinueKind {
        enter("init(\(Self.labels(node.signature.parameterClause)))")
    }
    override func visitPost(_ node: InitializerDeclSyntax) { leave() }
    override func visit(_ node: SubscriptDeclSyntax) -> SyntaxVisitorContinueKind {
        enter("subscript(\(Self.labels(node.parameterClause)))")
    }
    override func visitPost(_ node: SubscriptDeclSyntax) { leave() }
    override func visit(_ node: DeinitializerDeclSyntax) -> SyntaxVisitorContinueKind { enter("deinit") }
    override func visitPost(_ node: DeinitializerDeclSyntax) { leave() }

    override func visit(_ node: VariableDeclSyntax) -> SyntaxVisitorContinueKind {
        guard node.parent?.is(MemberBlockItemSyntax.self) == true else {
            for binding in node.bindings where binding.initializer == nil && binding.accessorBlock == nil {
                let names = binding.pattern.trimmedDescription.split { !($0.isLetter || $0.isNumber || $0 == "_") }
                unassigned.formUnion(names.map(String.init))
            }
            return .visitChildren
        }
        // A stored property's initial value is computed once, or in an initializer.
        guard node.bindings.contains(where: { $0.accessorBlock != nil }) else { return .skipChildren }
        return enter(node.bindings.first?.pattern.trimmedDescription ?? "")
    }
    override func visitPost(_ node: VariableDeclSyntax) {
        if node.parent?.is(MemberBlockItemSyntax.self) == true,
            node.bindings.contains(where: { $0.accessorBlock != nil })
        {
            leave()
        }
    }

    override func visit(_ node: FunctionParameterClauseSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: AttributeListSyntax) -> SyntaxVisitorContinueKind { .skipChildren }
    override func visit(_ node: ExpressionPatternSyntax) -> SyntaxVisitorContinueKind { .skipChildren }

    private static func labels(_ clause: FunctionParameterClauseSyntax) -> String {
        clause.parameters.map { "\($0.firstName.text):" }.joined()
    }

    // MARK: Changes, in the other files of this type

    override func visit(_ node: IfExprSyntax) -> SyntaxVisitorContinueKind { changeConditions(of: node) }
    override func visit(_ node: GuardStmtSyntax) -> SyntaxVisitorContinueKind { changeChecks(of: node) }
    override func visit(_ node: TernaryExprSyntax) -> SyntaxVisitorContinueKind { changeCondition(of: node) }
    override func visit(_ node: WhereClauseSyntax) -> SyntaxVisitorContinueKind { changeCondition(of: node) }
    override func visit(_ node: InfixOperatorExprSyntax) -> SyntaxVisitorContinueKind { changeOperator(of: node) }
    override func visit(_ node: FunctionCallExprSyntax) -> SyntaxVisitorContinueKind { changeCall(node) }
    override func visit(_ node: ReturnStmtSyntax) -> SyntaxVisitorContinueKind { changeResult(of: node) }
    override func visit(_ node: BooleanLiteralExprSyntax) -> SyntaxVisitorContinueKind { changeLiteral(node) }
    override func visit(_ node: CodeBlockItemSyntax) -> SyntaxVisitorContinueKind { changeStatement(node) }
}
