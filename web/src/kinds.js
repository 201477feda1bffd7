// Kinds of lies. Which there are, in which order and how they are called comes with the data.

const kColours = 6; // in style.css

// A kind that the data does not list is called by its name.
export function kindOf(kinds, name) {
  const at = kinds.findIndex((kind) => kind.name === name);
  const colour = at >= 0 && at < kColours ? `k-${at}` : 'k-other';
  return { label: name, description: '', ...kinds[at], name, colour };
}

// Those of the data, then others that findings have.
export function allKinds({ kinds, findings }) {
  const names = new Set([...kinds, ...findings.map((finding) => ({ name: finding.kind }))].map((kind) => kind.name));
  return [...names].map((name) => kindOf(kinds, name));
}
