// Kinds of lies, the worst first, and how they are called.

export const kKinds = [
  ['wrong-unsat', 'wrong unsat', 'says unsat, but there is a model'],
  ['wrong-sat', 'wrong sat', 'says sat, but there is no model'],
  ['invalid-model', 'invalid model', 'gives a model that makes the formula false'],
  ['contradiction', 'contradiction', 'contradicts what follows from its own answer'],
  ['disagreement', 'disagreement', 'solvers differ, and no model tells who is right'],
  ['crash', 'crash', 'ends without an answer'],
];

const names = new Map(kKinds.map(([kind, name]) => [kind, name]));
export const kindName = (kind) => names.get(kind) ?? kind;
export const kindClass = (kind) => (names.has(kind) ? `k-${kind}` : 'k-other');
