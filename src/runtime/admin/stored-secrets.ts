import type { NodeAPI } from 'node-red';
import type { AccountDraft } from '../../admin-api';
import { type FieldTable, organizationFields, organizationSlots, readConfig } from '../../fields';

/** Fields that decide, besides the origin, where secrets are sent. */
const destinationFields = ['apiKeyHeader', 'ca'] as const;
/** Each client id with the secrets that are sent with it. */
const secretsOfClients: Readonly<Record<string, readonly string[]>> = {
  appClientId: ['appSecret1', 'appSecret2'],
  orgClientId: ['orgSecret1', 'orgSecret2'],
  ...Object.fromEntries(
    organizationSlots.map((slot) => {
      const { clientId, secret1, secret2 } = organizationFields(slot);
      return [clientId, [secret1, secret2]];
    }),
  ),
};

interface UsableSecrets {
  /** The deployed credentials that may be used to try the draft. */
  readonly secrets: Readonly<Record<string, unknown>>;
  /** The names of those that may not. */
  readonly withheld: readonly string[];
}

/**
 * Which deployed secrets may be used to try a draft. `credentials` of the draft are those that were typed anew. The id
 * must be that of an account: another node's password would be sent as an API key.
 */
export function usableSecrets(
  RED: NodeAPI,
  fields: FieldTable,
  { id, stored, credentials }: AccountDraft,
): UsableSecrets {
  const node = deployedAccount(RED, id);
  if (node === undefined) return { secrets: {}, withheld: [] };
  const [account, draft] = [readConfig(fields, node), readConfig(fields, stored)];
  const deployed = (RED.nodes.getCredentials(id) ?? {}) as Record<string, unknown>;
  const isSameService =
    originOf(draft.baseUrl) === originOf(account.baseUrl) &&
    destinationFields.every((name) => textOf(draft[name]) === textOf(account[name]));
  const otherClients = Object.entries(secretsOfClients).flatMap(([client, secrets]) =>
    (credentials[client] ?? deployed[client]) === deployed[client] ? [] : secrets,
  );
  const names = Object.keys(deployed).filter((name) => textOf(deployed[name]) !== '');
  const isWithheld = (name: string) => !isSameService || otherClients.some((secret) => secret === name);
  return {
    secrets: Object.fromEntries(names.filter((name) => !isWithheld(name)).map((name) => [name, deployed[name]])),
    withheld: names.filter(isWithheld),
  };
}

function deployedAccount(RED: NodeAPI, id: string): Readonly<Record<string, unknown>> | undefined {
  let found: Readonly<Record<string, unknown>> | undefined;
  RED.nodes.eachNode((node) => {
    if (node.id === id && node.type === 'breaker-account') found = node as unknown as Record<string, unknown>;
  });
  return found;
}

/** Other paths on the same server are fine. */
function originOf(baseUrl: unknown): string {
  const text = textOf(baseUrl);
  return URL.canParse(text) ? new URL(text).origin : text;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
