/** One sample of a Prometheus scrape. */
export interface Sample {
  readonly metric: string;
  readonly type: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

const name = '[a-zA-Z_:][a-zA-Z0-9_:]*';
const label = '([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\\\\n]|\\\\[\\\\"n])*)"';
const help = new RegExp(`^# HELP (${name}) .+$`);
const type = new RegExp(`^# TYPE (${name}) (counter|gauge)$`);
const sample = new RegExp(`^(${name})(?:\\{((?:${label},?)*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|NaN|[+-]Inf)$`);

/**
 * Reads Prometheus' text format 0.0.4 strictly: each metric in one group that begins with its HELP and TYPE, no label set
 * twice, counters named `_total`, and a line feed at the very end. Throws a plain Error for anything else.
 */
export function parseExposition(text: string): Sample[] {
  if (!text.endsWith('\n')) throw new Error('no line feed at the end');
  const samples: Sample[] = [];
  const seen = new Set<string>();
  let helped: string | undefined;
  let current: { readonly metric: string; readonly type: string } | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const [, about] = help.exec(line) ?? [];
    if (about !== undefined) {
      if (seen.has(about)) throw new Error(`a second group of ${about}`);
      seen.add(about);
      helped = about;
      continue;
    }
    const [, typed, kind] = type.exec(line) ?? [];
    if (typed !== undefined && kind !== undefined) {
      if (typed !== helped) throw new Error(`TYPE without HELP: ${line}`);
      if ((kind === 'counter') !== typed.endsWith('_total')) throw new Error(`counters end in _total: ${line}`);
      current = { metric: typed, type: kind };
      continue;
    }
    const [, metric, list = '', , , value] = sample.exec(line) ?? [];
    if (metric === undefined || metric !== current?.metric) throw new Error(`no sample of its group: ${line}`);
    const pairs = [...list.matchAll(new RegExp(label, 'g'))].map(([, key = '', raw = '']): [string, string] => [
      key,
      raw.replace(/\\(.)/g, (_, char: string) => (char === 'n' ? '\n' : char)),
    ]);
    const labels = Object.fromEntries(pairs);
    if (Object.keys(labels).length !== pairs.length) throw new Error(`a label twice: ${line}`);
    const key = JSON.stringify([metric, Object.entries(labels).sort()]);
    if (seen.has(key)) throw new Error(`a sample twice: ${line}`);
    seen.add(key);
    samples.push({ metric, type: current.type, labels, value: Number(value) });
  }
  return samples;
}
