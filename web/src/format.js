// How numbers and times are written.

export const number = (value) => Math.round(value).toLocaleString('en');

export function plural(count, one, many = one + 's') {
  return `${number(count)} ${count === 1 ? one : many}`;
}

export function percent(part, whole) {
  if (!whole) return '–';
  const share = (100 * part) / whole;
  return share > 0 && share < 0.1 ? '< 0.1 %' : `${share.toFixed(share < 10 ? 1 : 0)} %`;
}

export function duration(seconds) {
  const s = Math.round(seconds);
  if (s < 60) return `${seconds < 10 ? seconds.toFixed(1) : s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
}

export function bytes(count) {
  return count < 1000 ? `${count} B` : `${(count / 1000).toFixed(count < 10000 ? 1 : 0)} kB`;
}

export const strategyName = (name) => (name === 'none' || name === '' ? 'seeds as they are' : name);
