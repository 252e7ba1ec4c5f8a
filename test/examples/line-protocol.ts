/** One point of InfluxDB's line protocol. Timestamps in the precision of the request. */
export interface Point {
  readonly measurement: string;
  readonly tags: Readonly<Record<string, string>>;
  readonly fields: Readonly<Record<string, number>>;
  readonly timestamp: number;
}

/**
 * Reads line protocol as InfluxDB documents it: `measurement,tag=value field=1.5,other=2 1700000000`, with `\` before
 * commas, equals signs and spaces in names. Fields are floats only. Throws a plain Error for anything else.
 */
export function parseLineProtocol(text: string): Point[] {
  return text.split('\n').map((line) => {
    const [key = '', fieldSet = '', timestamp = '', ...more] = splitAt(line, ' ');
    if (more.length > 0 || !/^\d+$/.test(timestamp)) throw new Error(`no timestamp at the end: ${line}`);
    const [measurement = '', ...tags] = splitAt(key, ',');
    if (measurement === '' || fieldSet === '') throw new Error(`no measurement or no field: ${line}`);
    const fields = splitAt(fieldSet, ',').map((field): [string, number] => {
      const [name, value] = pair(field, line);
      if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(value)) throw new Error(`no float: ${field}`);
      return [name, Number(value)];
    });
    return {
      measurement: plain(measurement),
      tags: Object.fromEntries(tags.map((tag) => pair(tag, line))),
      fields: Object.fromEntries(fields),
      timestamp: Number(timestamp),
    };
  });
}

function pair(text: string, line: string): [string, string] {
  const [name = '', value = '', ...more] = splitAt(text, '=');
  if (name === '' || value === '' || more.length > 0) throw new Error(`no name=value (${text}): ${line}`);
  return [plain(name), plain(value)];
}

function splitAt(text: string, separator: string): string[] {
  return text.split(new RegExp(`(?<!\\\\)${separator}`));
}

function plain(text: string): string {
  if (/(?<!\\)[,= ]/.test(text)) throw new Error(`not escaped: ${text}`);
  return text.replace(/\\([,= \\])/g, '$1');
}
