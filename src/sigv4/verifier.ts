import { timingSafeEqual } from 'node:crypto';
import { parseAmzDate, scopeDate } from './amz-date';
import { canonicalHeaders } from './canonical-request';
import { hmacHex, sha256Hex } from './digest';
import { type ArrivedHead, canonicalStartsOf, checkContentTypeSigned, readHead, type SignedHead } from './request-head';
import { type CredentialScope, createSigningKeys, scopeTerminator } from './signing-key';
import { type Refused, refused, type Verdict, verifierChecks } from './verdict';

/** An access key id with its secret. */
export interface AccessKey {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface VerifierOptions {
  /** The active credentials, one to four: the second is for rotation. */
  readonly credentials: readonly AccessKey[];
  readonly region: string;
  /** One name, or any name with this ending: the name is part of the signature, so an ending is as safe. */
  readonly service: { readonly is: string } | { readonly endsWith: string };
  /** The values that Host may have, with the port if that is not the scheme's own; at least one. Case does not count. */
  readonly hosts: readonly string[];
  /** How far X-Amz-Date may be from now, both ways; 15 minutes. */
  readonly windowMs?: number;
  /** The Content-Type that signers send: with it a refusal can report that a proxy changed the header. */
  readonly contentType?: string;
}

/** A head that passed its checks: read the body, then call `checkBody`. */
export interface HeadPassed {
  readonly ok: true;
  /** Does the checks `key`, `body`, `content-type` and `signature` over the unparsed body. */
  checkBody(body: Buffer): Verdict;
}

export interface Verifier {
  /** Does every check that needs neither the body nor a secret, `target` to `host`. */
  checkHead(head: ArrivedHead, nowMs: number): HeadPassed | Refused;
}

interface JudgedHead {
  readonly head: SignedHead;
  /** Undefined where the date is malformed. */
  readonly signedAtMs: number | undefined;
  /** The refusal of its scope or host. */
  readonly fault: Refused | undefined;
  /** The refusal if it has a body. */
  readonly unsigned: Refused | undefined;
  readonly declaredHash: string | undefined;
  readonly isKnown: boolean;
  /** Derived with the first body: an unsigned head must not cost that. */
  key: Buffer | undefined;
}

const maxCredentials = 4;
const defaultWindowMs = 15 * 60 * 1000;
// Four credentials and the dummy, two days around midnight, and room for service names.
const maxSigningKeys = 32;
// Unknown access key ids cost the same work as known ones.
const dummyKey: AccessKey = { accessKeyId: '', secretAccessKey: 'no credential has this secret' };

/** A verifier of header-signed requests. RangeError for invalid credentials or hosts. */
export function createVerifier(options: VerifierOptions): Verifier {
  const credentials = indexCredentials(options.credentials);
  const hosts = new Set(options.hosts.map((host) => host.toLowerCase()));
  if (hosts.size === 0) throw new RangeError('a verifier needs at least one host');
  const windowMs = options.windowMs ?? defaultWindowMs;
  const signingKeys = createSigningKeys(maxSigningKeys);
  let judged: JudgedHead | undefined;

  function checkDate({ authorization }: SignedHead, signedAtMs: number, nowMs: number): Refused | undefined {
    const skewMs = nowMs - signedAtMs;
    if (Math.abs(skewMs) <= windowMs) return undefined;
    return refused('date', skewMs > 0 ? 'too-old' : 'too-new', { skewMs, windowMs }, authorization.accessKeyId);
  }

  function checkScope({ authorization, amzDate }: SignedHead): Refused | undefined {
    const { accessKeyId, scope } = authorization;
    const refuse = (part: keyof CredentialScope, expected: string) =>
      refused('scope', 'other', { part, expected, received: scope[part] }, accessKeyId);
    const day = scopeDate(amzDate);
    if (scope.date !== day) return refuse('date', day);
    if (scope.region !== options.region) return refuse('region', options.region);
    if (!serviceMatches(options.service, scope.service)) return refuse('service', serviceText(options.service));
    return scope.terminator === scopeTerminator ? undefined : refuse('terminator', scopeTerminator);
  }

  function checkHost({ host, authorization }: SignedHead): Refused | undefined {
    if (hosts.has(host.toLowerCase())) return undefined;
    const detail = { expected: [...hosts].join(', '), received: host };
    return refused('host', 'other', detail, authorization.accessKeyId);
  }

  /** The results that all requests with the same head share. */
  function judge(head: SignedHead): JudgedHead {
    if (judged?.head !== head) {
      judged = {
        head,
        signedAtMs: parseAmzDate(head.amzDate),
        fault: checkScope(head) ?? checkHost(head),
        unsigned: checkContentTypeSigned(head),
        declaredHash: head.headers.get('x-amz-content-sha256'),
        isKnown: credentials.has(head.authorization.accessKeyId),
        key: undefined,
      };
    }
    return judged;
  }

  /** The key of the signer, or the dummy's: the time it takes does not reveal which access key ids are known. */
  function keyOf({ accessKeyId, scope }: SignedHead['authorization']): Buffer {
    const credential = credentials.get(accessKeyId) ?? dummyKey;
    return signingKeys(credential.accessKeyId, credential.secretAccessKey, scope);
  }

  function checkBody(judged: JudgedHead, signature: Buffer, signedAtMs: number, body: Buffer): Verdict {
    const { head, isKnown } = judged;
    const { accessKeyId } = head.authorization;
    if (body.length > 0 && judged.unsigned !== undefined) return judged.unsigned;

    judged.key ??= keyOf(head.authorization);
    const payloadHash = sha256Hex(body);
    const declaredHash = judged.declaredHash ?? payloadHash;
    if (isSigned(head, signature, judged.key, payloadHash) && isKnown && declaredHash === payloadHash) {
      return { ok: true, accessKeyId, signedAtMs, payloadHash, passed: verifierChecks };
    }
    const cause = explain(head, signature, judged.key, payloadHash, declaredHash);
    return isKnown ? cause : refused('key', 'unknown', {}, accessKeyId);
  }

  /** The refusal of a wrong signature: it may fit the declared body hash, or the expected Content-Type. */
  function explain(
    head: SignedHead,
    signature: Buffer,
    key: Buffer,
    payloadHash: string,
    declaredHash: string,
  ): Refused {
    const { accessKeyId, signedHeaders } = head.authorization;
    if (declaredHash !== payloadHash && isSigned(head, signature, key, declaredHash)) {
      return refused('body', 'changed', {}, accessKeyId);
    }
    const received = head.headers.get('content-type');
    const expected = options.contentType;
    if (received !== undefined && expected !== undefined && received !== expected) {
      const headers = canonicalHeaders(new Map(head.headers).set('content-type', expected), signedHeaders);
      const { method, target } = head;
      const canonicalStarts = canonicalStartsOf({ method, target, signedHeaders, headers });
      if (isSigned({ ...head, canonicalStarts }, signature, key, payloadHash)) {
        return refused('content-type', 'changed', { expected, received }, accessKeyId);
      }
    }
    return refused('signature', 'mismatch', {}, accessKeyId);
  }

  return {
    checkHead(arrived, nowMs) {
      const read = readHead(arrived);
      if (!read.ok) return read;
      const { head, signature } = read;
      const judged = judge(head);
      const { signedAtMs } = judged;
      if (signedAtMs === undefined) return refused('date', 'malformed', {}, head.authorization.accessKeyId);
      const fault = checkDate(head, signedAtMs, nowMs) ?? judged.fault;
      if (fault !== undefined) return fault;
      return { ok: true, checkBody: (body) => checkBody(judged, signature, signedAtMs, body) };
    },
  };
}

function isSigned(head: SignedHead, received: Buffer, key: Buffer, payloadHash: string): boolean {
  let fits = false;
  for (const { text, digest } of head.canonicalStarts) {
    const toSign = head.toSignStart + digest(text + payloadHash);
    fits = timingSafeEqual(Buffer.from(hmacHex(key, toSign), 'hex'), received) || fits;
  }
  return fits;
}

function indexCredentials(credentials: readonly AccessKey[]): ReadonlyMap<string, AccessKey> {
  const byId = new Map(credentials.map((credential) => [credential.accessKeyId, credential]));
  if (byId.size === 0 || byId.size > maxCredentials) throw new RangeError('a verifier has one to four credentials');
  if (byId.size < credentials.length) throw new RangeError('an access key id was given twice');
  for (const { accessKeyId, secretAccessKey } of credentials) {
    if (!/^[^\s,/]{1,128}$/.test(accessKeyId))
      throw new RangeError('an access key id has 1 to 128 characters, no , or /');
    if (secretAccessKey === '') throw new RangeError('a secret access key is not empty');
  }
  return byId;
}

function serviceMatches(service: VerifierOptions['service'], name: string): boolean {
  return 'is' in service ? name === service.is : name.endsWith(service.endsWith);
}

function serviceText(service: VerifierOptions['service']): string {
  return 'is' in service ? service.is : `*${service.endsWith}`;
}
