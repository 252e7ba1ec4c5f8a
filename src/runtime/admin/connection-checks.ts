import type { AccountField, CheckLine, SharedTexts } from '../../admin-api';
import { rowOf, type TokenKind } from '../../catalog';
import { ClientError, type OrganizationName } from '../../client';
import { type Account, type AccountConfig, furtherOrganizations, networkCauseOf, siteDifference, type Texts } from '..';
import type { ConnectionAttempt } from './connection-attempt';
import { sentenceOf } from './connection-failure';
import { nodesByToken } from './nodes-by-token';

/** What the checks look at: an account, its settings, and the result of trying its credentials. */
export interface CheckInput extends ConnectionAttempt {
  readonly account: Account;
  readonly config: AccountConfig & Readonly<Record<string, unknown>>;
  readonly nowMs: number;
  readonly texts: Texts;
}

export interface Finding extends Pick<CheckLine, 'result' | 'detail' | 'fields'> {
  /** The key of the text that says what to do. */
  readonly remedy?: keyof SharedTexts['remedy'];
}

/** The fields of each kind of credential. */
const credentialFields = {
  APP: ['appClientId', 'appSecret1'],
  ORG: ['orgClientId', 'orgSecret1'],
} as const satisfies Record<TokenKind, readonly AccountField[]>;

/** One line of the checklist; `undefined` where an earlier line makes it pointless. */
export type Check = (input: CheckInput) => Findings | Promise<Findings>;

type Findings = Finding | readonly Finding[] | undefined;

const skewMaxMs = 60_000;
const expirySoonMs = 30 * 86_400_000;

export const credentials: Check = ({ kinds, texts }) =>
  kinds.length === 0
    ? {
        result: 'failed',
        detail: texts('check.noCredentials'),
        remedy: 'credentials',
        fields: [...credentialFields.ORG, ...credentialFields.APP],
      }
    : undefined;

export const address: Check = ({ account, config: { baseUrl }, kinds, unreachable, texts }) => {
  if (kinds.length === 0) return undefined;
  if (unreachable !== undefined && !isTlsFailure(unreachable))
    return {
      result: 'failed',
      detail: sentenceOf(unreachable, texts, baseUrl),
      // A proxy is no field of the account.
      ...(networkCauseOf(unreachable)?.at === 'proxy'
        ? { remedy: 'proxy' }
        : { remedy: 'address', fields: ['baseUrl'] }),
    };
  return { result: 'ok', detail: account.kind === 'simulator' ? texts('check.simulator') : baseUrl };
};

/** Whether the simulated site runs as the account wants it. */
export const site: Check = async ({ account, texts }) => {
  const used = await account.site();
  if (used === undefined) return undefined;
  const difference = siteDifference(used, texts);
  return difference === undefined
    ? { result: 'ok', detail: used.site }
    : { result: 'warning', detail: difference, remedy: 'site' };
};

export const tls: Check = ({ account, config: { baseUrl }, kinds, unreachable, texts }) => {
  if (kinds.length === 0) return undefined;
  if (unreachable !== undefined)
    return isTlsFailure(unreachable)
      ? { result: 'failed', detail: sentenceOf(unreachable, texts, baseUrl), ...mending(unreachable) }
      : { result: 'skipped', detail: texts('check.notReached') };
  return account.kind === 'service' && baseUrl.startsWith('https:')
    ? { result: 'ok', detail: texts('check.encrypted') }
    : { result: 'skipped', detail: texts('check.loopback') };
};

export const apiKey: Check = ({ account, config, kinds, failures, unreachable, texts }) => {
  if (account.kind !== 'service' || kinds.length === 0 || unreachable !== undefined) return undefined;
  if (failures.length < kinds.length) return { result: 'ok', detail: texts('check.keyAccepted') };
  const refused = failures.find(blamesApiKey);
  return refused === undefined
    ? { result: 'warning', detail: texts('check.keyUnknown'), remedy: 'apiKey', fields: ['apiKey'] }
    : { result: 'failed', detail: sentenceOf(refused, texts, config.baseUrl), remedy: 'apiKey', fields: ['apiKey'] };
};

/** What does not work without a token of this kind. */
function withoutToken(kind: TokenKind, texts: Texts): string {
  return texts('check.without', { nodes: nodesByToken[kind].join(', ') });
}

/** Whether the service gives a token for the application's credential. */
export const applicationToken: Check = (input) => {
  const { tokens, unreachable, texts } = input;
  if (unreachable !== undefined) return undefined;
  if (!tokens.has('APP'))
    return { result: 'skipped', detail: `${texts('check.notGiven')}. ${withoutToken('APP', texts)}` };
  return refusedToken(input, 'APP', tokens.get('APP')) ?? { result: 'ok', detail: texts('check.tokenAccepted') };
};

function refusedToken(
  { config, kinds, failures, texts }: CheckInput,
  kind: TokenKind,
  failure: ClientError | undefined,
): Finding | undefined {
  if (failure === undefined) return undefined;
  // The line of the API key says it already, and nothing is known of the credential.
  if (failures.length >= kinds.length && blamesApiKey(failure))
    return { result: 'skipped', detail: texts('check.keyRefused') };
  return {
    result: 'failed',
    detail: `${sentenceOf(failure, texts, config.baseUrl)} ${withoutToken(kind, texts)}`,
    remedy: `token${kind}`,
    fields: credentialFields[kind],
  };
}

/** A line for each organization: whether its credential is taken, and what it sees. */
export const organizationTokens: Check = async (input) => {
  const { account, client, config, organizations, unreachable, texts } = input;
  if (unreachable !== undefined) return undefined;
  const further = account.kind === 'service' ? furtherOrganizations(config) : [];
  const hasSeveral = client.organizations.length > 1 || further.length > 0;
  const named = (organization: OrganizationName, said: string) =>
    hasSeveral ? texts('check.organizationOf', { name: nameOf(organization, input), said }) : said;
  const findings: Finding[] = [];
  for (const organization of organizations) {
    const isFurther = further.some(({ name }) => name === organization.name);
    const refused = refusedToken(input, 'ORG', organization.failure);
    if (refused === undefined) findings.push(await seenBy(organization));
    else
      findings.push({
        ...refused,
        detail: named(organization, refused.detail),
        ...(isFurther ? { remedy: 'organization', fields: ['organizations'] } : {}),
      });

    async function seenBy({ key }: OrganizationName): Promise<Finding> {
      const how = { token: 'ORG', organization: key } as const;
      try {
        const devices = (await client.list('devices.list', {}, how)).length;
        const locations = (await client.list('locations.list', {}, how)).length;
        const said = texts('check.organizationReads', { devices, locations });
        return { result: 'ok', detail: named(organization, said) };
      } catch (error) {
        if (!(error instanceof ClientError)) throw error;
        const said = `${sentenceOf(error, texts, config.baseUrl)} ${withoutToken('ORG', texts)}`;
        return { result: 'failed', detail: named(organization, said), remedy: 'refused' };
      }
    }
  }
  const notEntered = further.filter(({ name }) => !client.organizations.some((known) => known.name === name));
  for (const { name } of notEntered)
    findings.push({
      result: 'failed',
      detail: texts('check.organizationOf', { name, said: texts('check.noCredentials') }),
      remedy: 'organization',
      fields: ['organizations'],
    });
  return findings.length > 0
    ? findings
    : { result: 'skipped', detail: `${texts('check.notGiven')}. ${withoutToken('ORG', texts)}` };
};

/** What the account calls an organization; the first has no name. */
function nameOf({ key, name }: OrganizationName, { client, texts }: CheckInput): string {
  return client.organizations[0]?.key === key ? texts('check.firstOrganization') : name;
}

/** Whether a list of the service can be read and is not empty. */
export function list(operation: 'organizations.list' | 'locations.list' | 'devices.list'): Check {
  return async (input) => {
    const { client, config, kinds, tokens, organizations, failures, unreachable, texts } = input;
    if (unreachable !== undefined || failures.length >= kinds.length) return undefined;
    // A list that accepts both tokens is read with one that the service gave.
    const accepted = rowOf(operation).token.find((kind) => tokens.has(kind) && tokens.get(kind) === undefined);
    if (accepted === undefined) return { result: 'skipped', detail: texts('check.needsToken') };
    const isOwned = operation !== 'organizations.list';
    const refused = organizations.filter(({ failure }) => failure !== undefined);
    try {
      const unread: OrganizationName[] = [];
      const { length } = await client.list(
        operation,
        {},
        { token: accepted, onUnread: (all) => unread.push(...all.map(({ organization }) => organization)) },
      );
      const detail = texts('check.found', { count: length });
      const names = (ofThem: readonly OrganizationName[]) => ofThem.map((one) => nameOf(one, input)).join(', ');
      if (unread.length > 0)
        return { result: 'warning', detail: texts('check.foundInPart', { count: length, names: names(unread) }) };
      if (length === 0) return { result: 'warning', detail, remedy: 'nothing' };
      // What the application sees cannot be operated with its token. spec 4.3
      if (isOwned && accepted === 'APP' && refused.length > 0)
        return {
          result: 'warning',
          detail: texts('check.foundByApplication', { count: length, names: names(refused) }),
        };
      return { result: 'ok', detail };
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      return { result: 'failed', detail: sentenceOf(error, texts, config.baseUrl), remedy: 'refused' };
    }
  };
}

export const clock: Check = ({ account, client, texts }) => {
  const skewMs = client.clockSkewMs();
  if (skewMs === undefined) return { result: 'skipped', detail: texts('check.noClock') };
  const detail = texts('check.skew', { seconds: Math.round(skewMs / 1000) });
  return account.kind === 'service' && Math.abs(skewMs) > skewMaxMs
    ? { result: 'warning', detail, remedy: 'clock' }
    : { result: 'ok', detail };
};

/** Whether a secret is valid for 30 more days, by the date that the user entered. */
export function expiry(name: AccountField): Check {
  return ({ account, config, nowMs }) => {
    const detail = config[name];
    if (account.kind === 'simulator' || typeof detail !== 'string' || detail === '') return undefined;
    const leftMs = Date.parse(detail) - nowMs;
    const problem = { detail, remedy: 'expiry', fields: [name] } as const;
    if (leftMs < 0) return { result: 'failed', ...problem };
    return leftMs < expirySoonMs ? { result: 'warning', ...problem } : { result: 'ok', detail };
  };
}

/** Whether the service says that it is the API key that it does not take. */
function blamesApiKey({ message }: ClientError): boolean {
  return /subscription|api.?key/i.test(message);
}

function isTlsFailure(error: ClientError): boolean {
  return networkCauseOf(error)?.at === 'tls';
}

/** What mends a failure of the encryption, and at which field. */
function mending(error: ClientError): Pick<Finding, 'remedy' | 'fields'> {
  switch (networkCauseOf(error)?.key) {
    case 'certificate':
    case 'certificateChain':
    case 'certificateSelfSigned':
      return { remedy: 'tls', fields: ['ca', 'baseUrl'] };
    case 'certificateExpired':
      return { remedy: 'certificateExpired', fields: ['baseUrl'] };
    case 'certificateEarly':
      return { remedy: 'clock' };
    case 'certificateOtherName':
      return { remedy: 'certificateAddress', fields: ['baseUrl'] };
    default:
      return { remedy: 'address', fields: ['baseUrl'] };
  }
}
