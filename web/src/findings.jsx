import { Fragment } from 'preact';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { Finding } from './finding.jsx';
import { bytes, duration, number, strategyName } from './format.js';
import { kindOf } from './kinds.js';

const kPageSize = 50;

const kColumns = [
  { id: 'kind', title: 'Lie', key: (f) => f.rank },
  { id: 'solver', title: 'Solver', key: (f) => f.solver },
  { id: 'theories', title: 'Theories', key: (f) => f.theories.join(' ') },
  { id: 'strategy', title: 'Strategy', key: (f) => f.strategy },
  { id: 'bytes', title: 'Size', key: (f) => f.bytes, right: true },
  { id: 'duplicates', title: 'Again', key: (f) => f.duplicates, right: true, hint: 'how often it was seen again' },
  { id: 'seconds', title: 'After', key: (f) => f.seconds, right: true, hint: 'time in the campaign' },
];

const kFilters = [
  { id: 'solver', title: 'Solver', values: (f) => [f.solver], name: (v) => v },
  { id: 'kind', title: 'Lie', values: (f) => [f.kind], name: (v, kinds) => kindOf(kinds, v).label },
  { id: 'theory', title: 'Theory', values: (f) => f.theories, name: (v) => v },
  { id: 'strategy', title: 'Strategy', values: (f) => [f.strategy], name: strategyName },
  { id: 'shelf', title: 'Folder', values: (f) => [f.shelf], name: (v) => `${v}/` },
];

function compare(a, b) {
  return a < b ? -1 : a > b ? 1 : 0;
}

function matches(finding, filters, words) {
  for (const { id, values } of kFilters)
    if (filters[id] !== undefined && !values(finding).includes(filters[id])) return false;
  return words.every((word) => finding.searched.includes(word));
}

// Each row with its number and with what a search looks at.
function prepared(data) {
  return data.findings.map((f, index) => ({
    ...f,
    index,
    duplicates: data.duplicates[index] ?? 0,
    kindOf: kindOf(data.kinds, f.kind),
    searched: [
      f.id,
      f.kind,
      kindOf(data.kinds, f.kind).label,
      f.solver,
      f.theories.join(' '),
      f.strategy,
      f.shelf,
      f.seed,
      f.sentence,
    ]
      .join(' ')
      .toLowerCase(),
  }));
}

// The finding in the address, which anybody may have written.
function namedByAddress() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return '';
  }
}

function Filter({ filter, rows, kinds, value, change }) {
  const counts = new Map();
  for (const row of rows) for (const each of filter.values(row)) counts.set(each, (counts.get(each) ?? 0) + 1);
  const options = [...counts].sort((a, b) => compare(a[0], b[0]));
  // Options by number: a value may be any text, the empty one too.
  const chosen = options.findIndex(([each]) => each === value);
  return (
    <label>
      <span>{filter.title}</span>
      <select
        data-filter={filter.id}
        value={String(chosen)}
        onChange={(event) => change(options[Number(event.currentTarget.value)]?.[0])}
      >
        <option value="-1">all</option>
        {options.map(([each, count], at) => (
          <option value={String(at)}>{`${filter.name(each, kinds)} (${number(count)})`}</option>
        ))}
      </select>
    </label>
  );
}

function Pager({ page, pages, turn }) {
  if (pages < 2) return null;
  return (
    <nav class="pager" aria-label="Pages of findings">
      <button type="button" disabled={page === 0} onClick={() => turn(page - 1)}>
        ← Previous
      </button>
      <span>
        page {number(page + 1)} of {number(pages)}
      </span>
      <button type="button" disabled={page === pages - 1} onClick={() => turn(page + 1)} data-next>
        Next →
      </button>
    </nav>
  );
}

function Row({ finding, open, toggle, operators }) {
  const press = (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    toggle();
  };
  return (
    <Fragment>
      <tr class={`finding ${open ? 'open' : ''}`} tabindex="0" aria-expanded={open} onClick={toggle} onKeyDown={press}>
        <td>
          <span class={`kind ${finding.kindOf.colour}`} title={finding.kindOf.description}>
            {finding.kindOf.label}
          </span>
          {finding.shelf !== 'bugs' && (
            <span class="badge" data-shelf={finding.shelf}>
              {finding.shelf}
            </span>
          )}
        </td>
        <td data-label="Solver">{finding.solver}</td>
        <td data-label="Theories">{finding.theories.join(', ')}</td>
        <td data-label="Strategy">{strategyName(finding.strategy)}</td>
        <td data-label="Size" class="right">{bytes(finding.bytes)}</td>
        <td data-label="Again" class="right">{number(finding.duplicates)}</td>
        <td data-label="After" class="right">{duration(finding.seconds)}</td>
      </tr>
      {open && (
        <tr class="details">
          <td colspan={kColumns.length}>
            <Finding finding={finding} operators={operators} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

export function Findings({ data, operators }) {
  const [filters, setFilters] = useState({});
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState({ id: 'kind', down: false });
  const [page, setPage] = useState(0);
  const [open, setOpen] = useState(namedByAddress);
  const [printing, setPrinting] = useState(false);

  useEffect(() => {
    const before = () => setPrinting(true);
    const after = () => setPrinting(false);
    addEventListener('beforeprint', before);
    addEventListener('afterprint', after);
    return () => {
      removeEventListener('beforeprint', before);
      removeEventListener('afterprint', after);
    };
  }, []);

  const rows = useMemo(() => prepared(data), [data]);
  const shown = useMemo(() => {
    const words = search.toLowerCase().split(/\s+/).filter(Boolean);
    const { key } = kColumns.find((column) => column.id === sort.id);
    const sign = sort.down ? -1 : 1;
    return rows
      .filter((row) => matches(row, filters, words))
      .sort((a, b) => sign * compare(key(a), key(b)) || a.index - b.index);
  }, [rows, filters, search, sort]);

  // The finding that the address names is on the page that is shown first.
  useEffect(() => {
    const at = open ? shown.findIndex((row) => row.id === open) : -1;
    if (at >= 0) setPage(Math.floor(at / kPageSize));
  }, []);

  const toggle = (id) => {
    const next = open === id ? '' : id;
    setOpen(next);
    history.replaceState(null, '', next ? `#${encodeURIComponent(next)}` : location.pathname);
  };
  const restart = (set) => (value) => {
    set(value);
    setPage(0);
  };

  if (rows.length === 0)
    return (
      <section>
        <h2>Findings</h2>
        <p class="empty">No lie is found.</p>
      </section>
    );
  const pages = Math.max(1, Math.ceil(shown.length / kPageSize));
  const current = Math.min(page, pages - 1);
  const visible = printing ? shown.slice(0, 10 * kPageSize) : shown.slice(current * kPageSize, (current + 1) * kPageSize);
  return (
    <section>
      <h2>
        Findings{' '}
        <small data-count>
          {shown.length === rows.length ? number(rows.length) : `${number(shown.length)} of ${number(rows.length)}`}
        </small>
      </h2>
      <div class="filters">
        {kFilters.map((filter) => (
          <Filter
            filter={filter}
            rows={rows}
            kinds={data.kinds}
            value={filters[filter.id]}
            change={restart((value) => setFilters({ ...filters, [filter.id]: value }))}
          />
        ))}
        <label class="search">
          <span>Search</span>
          <input
            type="search"
            value={search}
            placeholder="words of it, a seed, a fingerprint"
            onInput={(event) => restart(setSearch)(event.currentTarget.value)}
          />
        </label>
      </div>
      {shown.length === 0 ? (
        <p class="empty">Nothing has all of these.</p>
      ) : (
        <table class="findings">
          <thead>
            <tr>
              {kColumns.map(({ id, title, right, hint }) => (
                <th
                  class={right ? 'right' : ''}
                  title={hint}
                  aria-sort={sort.id === id ? (sort.down ? 'descending' : 'ascending') : 'none'}
                >
                  <button
                    type="button"
                    data-sort={id}
                    onClick={() => restart(setSort)({ id, down: sort.id === id && !sort.down })}
                  >
                    {title}
                    <span class="arrow">{sort.id === id ? (sort.down ? '▼' : '▲') : ''}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {visible.map((finding) => (
              <Row
                key={finding.index}
                finding={finding}
                open={open === finding.id}
                toggle={() => toggle(finding.id)}
                operators={operators}
              />
            ))}
          </tbody>
        </table>
      )}
      <Pager page={current} pages={pages} turn={setPage} />
    </section>
  );
}
