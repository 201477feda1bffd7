// The difference between two texts, line by line, and within a line that changed.

// The table of the longest common subsequence has this many cells at most.
const kMaxCells = 4_000_000;

// [sign, line] for each line: ' ' both, '-' the first only, '+' the second only. None if it is too much.
function diffLines(a, b) {
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) ++start;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && a[endA - 1] === b[endB - 1]) {
    --endA;
    --endB;
  }
  const rows = endA - start;
  const columns = endB - start;
  if ((rows + 1) * (columns + 1) > kMaxCells) return null;
  const width = columns + 1;
  const common = new Uint32Array((rows + 1) * width);
  for (let i = rows - 1; i >= 0; --i)
    for (let j = columns - 1; j >= 0; --j)
      common[i * width + j] =
        a[start + i] === b[start + j]
          ? common[(i + 1) * width + j + 1] + 1
          : Math.max(common[(i + 1) * width + j], common[i * width + j + 1]);
  const result = a.slice(0, start).map((line) => [' ', line]);
  let i = 0;
  let j = 0;
  while (i < rows || j < columns) {
    if (i < rows && j < columns && a[start + i] === b[start + j]) {
      result.push([' ', a[start + i]]);
      ++i;
      ++j;
    } else if (j === columns || (i < rows && common[(i + 1) * width + j] >= common[i * width + j + 1])) {
      result.push(['-', a[start + i++]]);
    } else {
      result.push(['+', b[start + j++]]);
    }
  }
  for (const line of a.slice(endA)) result.push([' ', line]);
  return result;
}

// What the lines have in common at both ends.
function ends(a, b) {
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) ++head;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) ++tail;
  return [head, tail];
}

function marked(line, [head, tail]) {
  return [line.slice(0, head), <mark>{line.slice(head, line.length - tail)}</mark>, line.slice(line.length - tail)];
}

const kContext = 3;

// Unchanged lines far from any change are left out.
function nearChange(lines) {
  const near = new Array(lines.length).fill(false);
  lines.forEach(([sign], at) => {
    if (sign === ' ') return;
    for (let i = Math.max(0, at - kContext); i <= Math.min(lines.length - 1, at + kContext); ++i) near[i] = true;
  });
  return near;
}

export function Diff({ from, to }) {
  const lines = diffLines(from.trimEnd().split('\n'), to.trimEnd().split('\n'));
  if (!lines) return <p class="note">Too large to be compared here.</p>;
  if (lines.every(([sign]) => sign === ' ')) return <p class="note">The mutant is the seed.</p>;
  const near = nearChange(lines);
  const shown = [];
  for (let at = 0; at < lines.length; ++at) {
    if (!near[at]) {
      if (at === 0 || near[at - 1]) shown.push(<div class="gap">⋯</div>);
      continue;
    }
    const [sign, line] = lines[at];
    // One line that became another: say where.
    const pair =
      sign === '-' && lines[at + 1]?.[0] === '+' && lines[at - 1]?.[0] !== '-' && lines[at + 2]?.[0] !== '+'
        ? lines[at + 1][1]
        : null;
    const name = { ' ': 'same', '-': 'gone', '+': 'new' }[sign];
    if (pair === null) {
      shown.push(<div class={name}>{`${sign} ${line}`}</div>);
    } else {
      const common = ends(line, pair);
      shown.push(<div class="gone">- {marked(line, common)}</div>);
      shown.push(<div class="new">+ {marked(pair, common)}</div>);
      ++at;
    }
  }
  return <pre class="code diff">{shown}</pre>;
}
