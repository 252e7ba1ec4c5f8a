import type { JsonSchema } from '../../src/schema';

/** The alternatives in braces of `text`, each written out. `{}` alone is left as it is. */
export function expandBraces(text: string): string[] {
  const found = /\{([^{}]+)\}/.exec(text);
  if (found === null) return [text];
  const [whole, inner = ''] = found;
  const before = text.slice(0, found.index);
  const after = text.slice(found.index + whole.length);
  return inner.split(',').flatMap((part) => expandBraces(`${before}${part}${after}`));
}

/** The typed-in lines as path -> type. */
export function documentedFields(lines: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of lines.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const space = line.indexOf(' ');
    for (const path of expandBraces(line.slice(0, space))) fields.set(path, line.slice(space + 1).replaceAll('+', ''));
  }
  return fields;
}

function range({ minimum, maximum }: JsonSchema): string {
  if (minimum !== undefined && maximum !== undefined) return ` ${minimum}..${maximum}`;
  if (minimum !== undefined) return ` >=${minimum}`;
  return maximum === undefined ? '' : ` <=${maximum}`;
}

function assumedMark({ assumed = [] }: JsonSchema): string {
  return assumed.length === 0 ? '' : ` assumed(${assumed.join('|')})`;
}

function typeOf(json: JsonSchema): string {
  return `${typeWords(json)}${assumedMark(json)}`;
}

function typeWords(json: JsonSchema): string {
  if (json.enum !== undefined) return `enum(${json.enum.join('|')})`;
  if (json.known !== undefined) return `string(${json.known.join('|')})`;
  if (json.format !== undefined) return json.format;
  if (json.type === 'string') return json.maxLength === undefined ? 'string' : `string <=${json.maxLength}`;
  return `${json.type ?? 'any'}${range(json)}`;
}

/**
 * The leaves of a schema as path -> type; with `marked`, `!` follows what an object requires, and an object of which rules
 * are assumed is listed too, under its path with `~`.
 */
export function schemaFields(json: JsonSchema, marked: boolean, path = ''): Map<string, string> {
  if (json.type === 'array' && json.items !== undefined) return schemaFields(json.items, marked, `${path}[]`);
  if (json.properties === undefined)
    return typeof json.additionalProperties === 'object'
      ? schemaFields(json.additionalProperties, marked, `${path}{}`)
      : new Map([[path, typeOf(json)]]);
  const ofObject = marked && json.assumed !== undefined ? [[`${path}~`, assumedMark(json).trim()] as const] : [];
  return new Map([
    ...ofObject,
    ...Object.entries(json.properties).flatMap(([name, inner]) => {
      const mark = marked && json.required?.includes(name) ? '!' : '';
      return [...schemaFields(inner, marked, `${path === '' ? '' : `${path}.`}${name}${mark}`)];
    }),
  ]);
}
