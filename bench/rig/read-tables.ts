/**
 * Returns the figures printed by `printTable`, each under the name of its table, row and column. Numbers in titles are left out, because
 * they may differ from run to run.
 */
export function readTables(output: string): [string, number][] {
  const lines = output.split('\n');
  return lines.flatMap((rule, at) => {
    if (!/^-+( {2}-+)*$/.test(rule)) return [];
    const [title = '', , head = ''] = lines.slice(at - 3, at);
    const end = lines.indexOf('', at);
    const rows = lines.slice(at + 1, end < 0 ? undefined : end);
    const columns = [...rule.matchAll(/-+/g)].map(
      ({ index, 0: { length } }) => [index, index + length] as const,
    );
    const names = columns.map(([start, end]) => head.slice(start, end).trim());
    return rows.flatMap(row => {
      const cells = columns.map(([start, end]) => row.slice(start, end).trim());
      const values = cells.map(cell =>
        /^[\d,.]+$/.test(cell) ? Number(cell.replaceAll(',', '')) : Number.NaN,
      );
      const label = cells.filter((_, at) => Number.isNaN(values[at])).join(' ');
      const subject = `${title.replaceAll(/\d[\d,.]*/g, '#').split(/[:;]/)[0]}: ${label}`;
      return values.flatMap((value, at): [string, number][] =>
        Number.isNaN(value) ? [] : [[`${subject}: ${names[at]}`, value]],
      );
    });
  });
}
