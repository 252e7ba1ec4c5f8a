import assert from 'node:assert/strict';
import { type ArrivedHead, type ReadHead, readHead, type SignedHead } from '../../src/sigv4/request-head';
import { headerOf, verify, withHeader } from './arrived-request';
import { assertRefused, replaceInAuthorization } from './refusal';
import { signedAt, signedPublish, signedValidation, verifier, verifierWith } from './signed-publish';

const nowMs = signedAt.getTime();

describe('a head that is like the one before but for signature and length', () => {
  const accepted = (request = signedPublish()) => assert.ok(verify(verifier, request, nowMs).ok);
  beforeEach(() => accepted());

  it('is accepted with its own signature, whatever the length of its body', () => {
    for (const body of ['{}', '{"a":1}', '{"a":'.repeat(200)]) accepted(signedPublish({ body }));
  });

  it('is refused with the signature of the one before', () => {
    const { rawHeaders } = signedPublish();
    assertRefused({ ...signedPublish({ body: '{}' }), rawHeaders }, 'signature', 'mismatch');
  });

  it('is refused where the signature is none, is longer or is followed by something', () => {
    const value = headerOf(signedPublish(), 'authorization');
    const shouted = `${value.slice(0, -64)}${value.slice(-64).toUpperCase()}`;
    const none = [shouted, `${value.slice(0, -1)}G`, `${value.slice(0, -1)}g`, `${value}0`, `${value}00`, `${value} x`];
    for (const other of [...none, value.slice(0, -1), value.slice(0, -2)]) {
      for (let count = 0; count < 2; count++)
        assertRefused(withHeader(signedPublish(), 'authorization', other), 'credentials', 'malformed');
    }
  });

  it('is read anew where any other header, the target or the method is another', () => {
    const day = new Date(nowMs + 24 * 3_600_000);
    assertRefused(signedPublish({ date: day }), 'date', 'too-new');
    assertRefused(withHeader(signedPublish(), 'host', 'evil.example.com'), 'host', 'other');
    assertRefused(withHeader(signedPublish(), 'content-type', 'text/plain'), 'content-type', 'changed');
    assertRefused(withHeader(signedPublish(), 'x-amz-target', 'Other'), 'headers', 'unsigned');
    assertRefused(replaceInAuthorization(signedPublish(), 'global', 'local'), 'scope', 'other');
    assertRefused({ ...signedPublish(), target: '/breakers/other' }, 'signature', 'mismatch');
    assertRefused({ ...signedPublish(), method: 'PUT' }, 'signature', 'mismatch');
    accepted();
  });

  it('is checked against the clock, as any other', () => {
    assertRefused(signedPublish(), 'date', 'too-old', undefined, nowMs + 15 * 60_000 + 1);
  });

  it('is checked by each verifier for itself', () => {
    const other = verifierWith({ credentials: [{ accessKeyId: 'AKIDSTREAM0000001A', secretAccessKey: 'another' }] });
    assert.ok(!verify(other, signedPublish(), nowMs).ok);
    accepted();
  });

  it('must sign its Content-Type where it has a body, although the one before had none', () => {
    assert.ok(verify(verifier, signedValidation(), nowMs).ok);
    const request = withHeader(signedValidation(), 'content-length', '2');
    assertRefused({ ...request, body: Buffer.from('{}') }, 'headers', 'missing', { header: 'content-type' });
  });

  it('is refused with another length where its length is signed', () => {
    const headers = [
      ['Host', 'flows.example.com'],
      ['Content-Type', 'application/x-amz-json-1.0'],
      ['Content-Length', '2'],
    ] as const;
    const own = signedPublish({ headers, body: '{}' });
    const request = { ...own, rawHeaders: own.rawHeaders.slice(0, -2) };
    accepted(request);
    assertRefused(withHeader(request, 'content-length', '3'), 'signature', 'mismatch');
  });
});

describe('what was read of a head', () => {
  const read = (arrived: ArrivedHead): ReadHead => {
    const result = readHead(arrived);
    assert.ok(result.ok);
    return result;
  };
  const headOf = (arrived: ArrivedHead): SignedHead => read(arrived).head;
  /** One that no head is like which was read before. */
  let seconds = 0;
  const date = () => new Date(nowMs + seconds * 1000);
  const publish = (changes = {}) => signedPublish({ date: date(), ...changes });
  beforeEach(() => {
    seconds += 1;
  });

  it('is used again for one with another signature and another length, and its signature is its own', () => {
    const before = headOf(publish());
    const other = publish({ body: '{}' });
    const { head, signature } = read(other);
    assert.equal(head, before);
    assert.equal(signature.toString('hex'), headerOf(other, 'authorization').slice(-64));
  });

  it('is used again whatever letters the names are written in', () => {
    const inLetters = (body: string, write: (name: string) => string) => {
      const { rawHeaders, ...rest } = publish({ body });
      return { ...rest, rawHeaders: rawHeaders.map((text, at) => (at % 2 === 0 ? write(text) : text)) };
    };
    for (const write of [(name: string) => name.toLowerCase(), (name: string) => name.toUpperCase()])
      assert.equal(headOf(inLetters('{"a":1}', write)), headOf(inLetters('{}', write)));
  });

  it('is used again where the value of a header is the name of another', () => {
    const named = (body: string) => {
      const { rawHeaders, ...rest } = publish({ body });
      return { ...rest, rawHeaders: ['X-First', 'authorization', 'X-Second', 'content-length', ...rawHeaders] };
    };
    assert.equal(headOf(named('{}')), headOf(named('{"a":1}')));
  });

  it('is used again where Authorization or Content-Length comes first', () => {
    for (const name of ['authorization', 'content-length']) {
      const first = (body: string) => {
        const request = publish({ body });
        const rest = withHeader(request, name, undefined);
        return { ...rest, rawHeaders: [name, headerOf(request, name), ...rest.rawHeaders] };
      };
      assert.equal(headOf(first('{}')), headOf(first('{"a":1}')), name);
    }
  });

  it('is used again where no length is announced', () => {
    const chunked = (body: string) => withHeader(publish({ body }), 'content-length', undefined);
    assert.equal(headOf(chunked('{"a":1}')), headOf(chunked('{}')));
  });

  it('is of no use where anything else differs, be it the name of a header', () => {
    for (const request of [publish(), withHeader(publish(), 'content-length', undefined)]) {
      const { rawHeaders } = request;
      const mayDiffer = (index: number) =>
        ['authorization', 'content-length'].includes(rawHeaders[index - 1]?.toLowerCase() ?? '');
      const positions = [...rawHeaders.keys()].filter((index) => !mayDiffer(index));
      const others: ArrivedHead[] = [
        { ...request, method: 'PUT' },
        { ...request, target: '/breakers/other' },
        { ...request, rawHeaders: [...rawHeaders, 'X-More', '1'] },
        ...positions.map((index) => ({ ...request, rawHeaders: rawHeaders.with(index, `${rawHeaders[index]}0`) })),
      ];
      for (const other of others) {
        const before = headOf(request);
        const result = readHead(other);
        assert.ok(!result.ok || result.head !== before, JSON.stringify(other));
      }
    }
  });

  it('is of no use where the length decides whether Content-Type has to be signed', () => {
    const bare = () => signedValidation({ date: date() });
    assert.notEqual(headOf(bare()), headOf(bare()));
  });

  it('is of no use where Authorization or Content-Length is signed', () => {
    for (const name of ['authorization', 'content-length']) {
      const naming = (body: string) =>
        replaceInAuthorization(publish({ body }), 'content-type;host', [name, 'content-type', 'host'].sort().join(';'));
      assert.notEqual(headOf(naming('{"a":1}')), headOf(naming('{}')), name);
    }
  });

  it('is of no use where white space follows the signature', () => {
    const followed = (body: string) => {
      const request = publish({ body });
      return withHeader(request, 'authorization', `${headerOf(request, 'authorization')} `);
    };
    assert.notEqual(headOf(followed('{"a":1}')), headOf(followed('{}')));
  });
});
