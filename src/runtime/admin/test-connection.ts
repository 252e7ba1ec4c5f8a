import type { SharedTexts } from '../../admin-api';
import { rowOf, type TokenKind } from '../../catalog';
import { ClientError } from '../../client';
import type { Account, AccountConfig, Texts } from '..';
import { sentenceOf } from './connection-failure';

type CheckName = keyof SharedTexts['check']['name'];

/** One line of the checklist; `remedy` says what to do about a red one. */
export interface CheckLine {
  readonly check: CheckName;
  readonly result: 'ok' | 'warning' | 'failed' | 'skipped';
  readonly detail: string;
  readonly remedy?: string;
}

type AddLine = (
  check: CheckName,
  result: CheckLine['result'],
  detail: string,
  remedyKey?: keyof SharedTexts['remedy'],
) => void;

const skewMaxMs = 60_000;
const expirySoonMs = 30 * 86_400_000;

/** Walks from the address to the devices and says of each step whether it works and, if not, what to do. */
export async function testConnection(
  account: Account,
  config: AccountConfig & Readonly<Record<string, unknown>>,
  nowMs: number,
  texts: Texts,
): Promise<CheckLine[]> {
  const lines: CheckLine[] = [];
  const add: AddLine = (check, result, detail, remedyKey) => {
    lines.push({ check, result, detail, ...(remedyKey === undefined ? {} : { remedy: texts(`remedy.${remedyKey}`) }) });
  };
  const client = await account.client();

  const kinds = account.kind === 'simulator' ? (['APP', 'ORG'] as const) : givenKinds(config);
  const tokens = new Map<TokenKind, ClientError | undefined>();
  for (const kind of kinds) {
    const failure = await failureOf(client.authenticate(kind, { force: true }));
    tokens.set(kind, failure);
    // Where nobody answers, asking again takes time and tells nothing.
    if (failure !== undefined && failure.cause.statusCode === undefined) break;
  }
  const failures = [...tokens.values()].filter((failure) => failure !== undefined);
  // Whoever refuses a credential is the service; another server answers something else.
  const answered = failures.length < tokens.size || failures.some(({ code }) => code === 'AUTH_FAILED');
  const encrypted = account.kind === 'service' && config.baseUrl.startsWith('https:');
  const unreachable = answered ? undefined : failures[0];

  if (unreachable !== undefined) {
    const tls = /certificate|self.signed|TLS|SSL/i.test(unreachable.message);
    const sentence = sentenceOf(unreachable, texts, config.baseUrl);
    add('address', tls ? 'ok' : 'failed', tls ? config.baseUrl : sentence, tls ? undefined : 'address');
    add('tls', tls ? 'failed' : 'skipped', tls ? sentence : texts('check.notReached'), tls ? 'tls' : undefined);
  } else if (kinds.length === 0) {
    add('credentials', 'failed', texts('check.noCredentials'), 'credentials');
  } else {
    add('address', 'ok', account.kind === 'simulator' ? texts('check.simulator') : config.baseUrl);
    add('tls', encrypted ? 'ok' : 'skipped', texts(encrypted ? 'check.encrypted' : 'check.loopback'));
  }
  if (account.kind === 'service' && unreachable === undefined && kinds.length > 0) {
    const refused = failures.find(({ message }) => /subscription|api.?key/i.test(message));
    if (failures.length < kinds.length) add('apiKey', 'ok', texts('check.keyAccepted'));
    else if (refused !== undefined) add('apiKey', 'failed', sentenceOf(refused, texts, config.baseUrl), 'apiKey');
    else add('apiKey', 'warning', texts('check.keyUnknown'), 'apiKey');
  }
  if (unreachable === undefined)
    for (const kind of ['APP', 'ORG'] as const) {
      const failure = tokens.get(kind);
      if (!tokens.has(kind)) add(`token${kind}`, 'skipped', texts('check.notGiven'));
      else if (failure === undefined) add(`token${kind}`, 'ok', texts('check.tokenAccepted'));
      else add(`token${kind}`, 'failed', sentenceOf(failure, texts, config.baseUrl), `token${kind}`);
    }
  if (unreachable === undefined && failures.length < kinds.length)
    await countSite(account, tokens, add, texts, config.baseUrl);

  const skewMs = client.clockSkewMs();
  if (skewMs === undefined) add('clock', 'skipped', texts('check.noClock'));
  else if (Math.abs(skewMs) > skewMaxMs && account.kind === 'service')
    add('clock', 'warning', texts('check.skew', { seconds: Math.round(skewMs / 1000) }), 'clock');
  else add('clock', 'ok', texts('check.skew', { seconds: Math.round(skewMs / 1000) }));
  for (const name of ['appSecret1Expiry', 'appSecret2Expiry', 'orgSecret1Expiry', 'orgSecret2Expiry'] as const) {
    const expiry = config[name];
    if (account.kind === 'simulator' || typeof expiry !== 'string' || expiry === '') continue;
    const leftMs = Date.parse(expiry) - nowMs;
    add(
      name,
      leftMs < 0 ? 'failed' : leftMs < expirySoonMs ? 'warning' : 'ok',
      expiry,
      leftMs < expirySoonMs ? 'expiry' : undefined,
    );
  }
  return lines;
}

function givenKinds(config: AccountConfig): TokenKind[] {
  return [
    ...(config.appClientId !== '' && (config.appSecret1 !== '' || config.appSecret2 !== '') ? (['APP'] as const) : []),
    ...(config.orgClientId !== '' && (config.orgSecret1 !== '' || config.orgSecret2 !== '') ? (['ORG'] as const) : []),
  ];
}

async function countSite(
  account: Account,
  tokens: ReadonlyMap<TokenKind, ClientError | undefined>,
  add: AddLine,
  texts: Texts,
  baseUrl: string,
): Promise<void> {
  const client = await account.client();
  const works = (kind: TokenKind) => tokens.has(kind) && tokens.get(kind) === undefined;
  const counts = [
    ['organizations', 'organizations.list'],
    ['locations', 'locations.list'],
    ['devices', 'devices.list'],
  ] as const;
  for (const [name, id] of counts) {
    // A list that takes either token is not to fail with the one that was refused above.
    const token = rowOf(id).token.find(works);
    if (token === undefined) {
      add(name, 'skipped', texts('check.needsToken'));
      continue;
    }
    try {
      const { length } = (await client.call(id, {}, { token })).data;
      add(
        name,
        length > 0 ? 'ok' : 'warning',
        texts('check.found', { count: length }),
        length > 0 ? undefined : 'nothing',
      );
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      add(name, 'failed', sentenceOf(error, texts, baseUrl), 'refused');
    }
  }
}

async function failureOf(promise: Promise<unknown>): Promise<ClientError | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    if (error instanceof ClientError) return error;
    throw error;
  }
}
