/**
 * An example holds no account, no endpoint and no id of a device: until it is bound to an account, markers and references
 * stand in their places. No runtime takes them for what they stand for.
 */
type StoredNode = Readonly<Record<string, unknown>>;

/** What stands in a stored example for the ids of config nodes. */
export const exampleMarkers = {
  account: 'breakerflow-example',
  endpoint: 'breakerflow-example-endpoint',
} as const;

export type ExampleConfigs = { readonly [Name in keyof typeof exampleMarkers]?: string };

/** Ids by reference, such as `circuit(Water heater)` and `location(Main panel)`. */
export type ExampleIds = Readonly<Record<string, string>>;

const references = /\b(?:circuit|location)\([^()\n]{1,80}\)/g;
const onlyReference = /^(?:circuit|location)\([^()\n]{1,80}\)$/;

/** Whether a stored value refers to a circuit or location of an example that was not bound. */
export function hasReference(value: unknown): boolean {
  return JSON.stringify(value ?? '').search(references) >= 0;
}

/** The references to the circuits and locations of a site. */
export function referencesOf(
  circuits: readonly { readonly id: string; readonly label: string }[],
  locations: readonly { readonly id: string; readonly name?: string | undefined }[],
): ExampleIds {
  return Object.fromEntries([
    ...circuits.map(({ id, label }) => [`circuit(${label})`, id]),
    ...locations.map(({ id, name = '' }) => [`location(${name})`, id]),
  ]);
}

/** The markers that a flow needs config nodes for. */
export function markersIn(flow: readonly StoredNode[]): readonly (keyof ExampleConfigs)[] {
  const values = new Set(flow.flatMap(({ account, endpoint }) => [account, endpoint]));
  return (['account', 'endpoint'] as const).filter((name) => values.has(exampleMarkers[name]));
}

/**
 * The properties of a node that change when its example is bound. `ids` is absent for an account that is no built-in simulator:
 * its nodes get empty devices and locations, which a person has to choose.
 */
export function boundProperties(node: StoredNode, configs: ExampleConfigs, ids?: ExampleIds): Record<string, unknown> {
  const isOurs = markersIn([node]).length > 0;
  return Object.fromEntries(
    Object.entries(node).flatMap(([name, value]) => {
      const bound = isOurs ? boundConfig(value, configs) : undefined;
      if (bound !== undefined) return [[name, bound]];
      if (!hasReference(value)) return [];
      if (ids !== undefined) return [[name, withIds(value, ids)]];
      if (!isOurs || isReadyWithoutDevices(node)) return [];
      if (Array.isArray(value)) return [[name, []]];
      return onlyReference.test(String(value)) ? [[name, '']] : [];
    }),
  );
}

const readyWithoutDevices: ReadonlySet<unknown> = new Set(['stream-receiver', 'breaker-directory']);

/** Without devices it could be deployed: it keeps references, with which it cannot. */
export function isReadyWithoutDevices({ type }: StoredNode): boolean {
  return readyWithoutDevices.has(type);
}

function boundConfig(value: unknown, configs: ExampleConfigs): string | undefined {
  for (const name of ['account', 'endpoint'] as const) if (value === exampleMarkers[name]) return configs[name];
  return undefined;
}

/**
 * The properties of a node that change when its account leaves the simulated site of `ids`: the texts that hold an id get its
 * reference back, with which nothing can be sent.
 */
export function unboundProperties(node: StoredNode, ids: ExampleIds): Record<string, unknown> {
  const known = new Map(Object.entries(ids).map(([reference, id]) => [id.toLowerCase(), reference]));
  if (known.size === 0) return {};
  const anyId = new RegExp([...known.keys()].map((id) => id.replaceAll(/[^\w-]/g, '\\$&')).join('|'), 'gi');
  const unbound = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(anyId, (id) => known.get(id.toLowerCase()) ?? id);
    if (Array.isArray(value)) return value.map(unbound);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [unbound(name), unbound(part)]));
  };
  return Object.fromEntries(
    Object.entries(node)
      .map(([name, value]) => [name, value, unbound(value)] as const)
      .filter(([, value, now]) => JSON.stringify(value) !== JSON.stringify(now))
      .map(([name, , now]) => [name, now]),
  );
}

/** A reference to what the site does not have stays, and its node is refused. */
function withIds(value: unknown, ids: ExampleIds): unknown {
  const text = JSON.stringify(value).replaceAll(references, (reference) => ids[reference] ?? reference);
  return JSON.parse(text) as unknown;
}

/** A stored example bound to a built-in simulator of its own, for whoever loads it around the editor. */
export function loadedExample<Node extends StoredNode>(
  flow: readonly Node[],
  configs: Required<ExampleConfigs>,
  ids: ExampleIds,
): (Node & { readonly id: string; readonly type: string })[] {
  const made = {
    account: { type: 'breaker-account', name: '', mode: 'simulator', id: configs.account },
    endpoint: { type: 'breaker-endpoint', name: '', id: configs.endpoint },
  };
  return [
    ...markersIn(flow).map((name) => made[name] as never),
    ...flow.map((node) => ({ ...node, ...boundProperties(node, configs, ids) }) as never),
  ];
}
