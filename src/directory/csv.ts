/** One line of a CSV file; `line` counts the lines of the text from 1, where the row begins. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export type CsvText = { readonly rows: readonly CsvRow[] } | { readonly line: number; readonly rule: 'csvQuote' };

/** Reads RFC 4180, with commas, or with semicolons as spreadsheets write them in many languages. Blank lines are left out. */
export function readCsv(given: string): CsvText {
  const text = given.replace(/^\uFEFF/, '');
  const [heading = ''] = text.split(/\r?\n/, 1);
  const separator = heading.includes(',') ? ',' : heading.includes(';') ? ';' : ',';
  const rows: CsvRow[] = [];
  let cells: string[] = [];
  let [at, line, startLine] = [0, 1, 1];
  const endRow = () => {
    if (cells.some((cell) => cell !== '')) rows.push({ line: startLine, cells });
    cells = [];
    startLine = line;
  };
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      const end = closingQuote(text, at + 1);
      if (end < 0) return { line: startLine, rule: 'csvQuote' };
      cell = text.slice(at + 1, end).replaceAll('""', '"');
      line += cell.split('\n').length - 1;
      at = end + 1;
      if (at < text.length && ![separator, '\r', '\n'].includes(text[at] ?? '')) return { line, rule: 'csvQuote' };
    } else {
      const start = at;
      while (at < text.length && ![separator, '\r', '\n'].includes(text[at] ?? '')) at += 1;
      cell = text.slice(start, at);
      if (cell.includes('"')) return { line, rule: 'csvQuote' };
    }
    cells.push(cell);
    if (text[at] === separator) {
      at += 1;
      // A separator at the end of a line begins one more, empty cell.
      if (at === text.length || text[at] === '\r' || text[at] === '\n') cells.push('');
      else continue;
    }
    if (text[at] === '\r' && text[at + 1] === '\n') at += 1;
    at += 1;
    line += 1;
    endRow();
  }
  return { rows };
}

function closingQuote(text: string, from: number): number {
  for (let at = from; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0 || text[at + 1] !== '"') return at;
  }
}

/** What spreadsheets take for a formula when a cell begins with it, in any width. */
const formula = /^'*[=+\-@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/;

/** A file by RFC 4180. Cells that a spreadsheet would carry out as formulas begin with an apostrophe. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const written = (cell: string) => {
    const safe = formula.test(cell) ? `'${cell}` : cell;
    return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return rows.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

/** A cell without the apostrophe that {@link writeCsv} has put before it. */
export function plainCell(cell: string): string {
  return cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;
}
