import type { JsonSchema } from '../schema';

/** A copy of `value` in which every text that `schema` marks as secret went through `replace`. */
export function replaceSecrets(value: unknown, schema: JsonSchema, replace: (secret: string) => string): unknown {
  if (typeof value === 'string') return schema.secret ? replace(value) : value;
  // What is in a secret is secret.
  const unnamed: JsonSchema = schema.secret ? { secret: true } : {};
  if (Array.isArray(value)) return value.map((item: unknown) => replaceSecrets(item, schema.items ?? unnamed, replace));
  if (typeof value !== 'object' || value === null) return value;
  const rest = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : unnamed;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      replaceSecrets(field, schema.properties?.[name] ?? rest, replace),
    ]),
  );
}

/** The texts in `value` that `schema` marks as secret. */
export function secretsIn(value: unknown, schema: JsonSchema): string[] {
  const found: string[] = [];
  replaceSecrets(value, schema, (secret) => {
    found.push(secret);
    return secret;
  });
  return found;
}
