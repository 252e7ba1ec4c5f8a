import assert from 'node:assert/strict';
import { createManualClock } from '../../src/clock';
import { simulator } from '../../src/command-line/simulator';
import { startOf } from '../../src/command-line/simulator-options';
import { parseArguments, UsageError, usageOf } from '../../src/command-line/subcommand';
import { createSimulator, VariantError, type VariantName, variantNames, variants } from '../../src/simulator';
import { createVariation } from '../../src/simulator/variants';
import { startServiceInProcess } from '../support/simulated-service';
import { turned } from '../support/turn-clock';
import { doWorks, prepareSite, worksOf } from '../support/varied-site';

function variantsFrom(args: readonly string[]) {
  const given = parseArguments(simulator, args);
  return given && startOf(given.values).variants;
}

describe('variants of the simulator', () => {
  it('are at least 30, each told in one sentence, and listed by --help', () => {
    assert(variantNames.length >= 30);
    const usage = usageOf(simulator).replaceAll(/\s+/g, ' ');
    for (const name of variantNames) {
      assert.match(variants[name].about, /^[A-Z][^\n]*\.$/, name);
      assert(usage.includes(` ${name} `) && usage.includes(variants[name].about), name);
    }
  });

  it('are given with commas or one by one; an unknown one is refused with the list', async () => {
    const given = variantsFrom(['--variant', 'no-next,string-numbers', '--variant=no-page']);
    assert.deepEqual(given, ['no-next', 'string-numbers', 'no-page']);
    const wrong = /no-nxt: no such variant; there are null-for-missing, .*no-next/;
    assert.throws(
      () => variantsFrom(['--variant', 'no-next,no-nxt']),
      (error) => error instanceof UsageError && wrong.test(error.message),
    );
    await assert.rejects(
      createSimulator({ clock: createManualClock(), variants: ['no-nxt'] }),
      (error) => error instanceof VariantError && wrong.test(error.message),
    );
  });

  /** What comes over the wire. */
  async function answered(chosen: readonly VariantName[], path: string): Promise<{ status: number; text: string }> {
    const service = await startServiceInProcess({ variants: chosen });
    const { simulator, clock } = service;
    const { apiKey, organization } = simulator.credentials;
    const call = async (method: string, target: string, headers: Record<string, string>, body?: object) => {
      const url = `http://127.0.0.1/api/v1${target}`;
      const json = body === undefined ? {} : { body: JSON.stringify(body) };
      const sent = { method, url, headers: { 'Em-Api-Subscription-Key': apiKey, ...headers }, ...json };
      const result = await turned(clock, simulator.transport(sent, { mayLeave: () => true }));
      return result.kind === 'answer' ? { status: result.statusCode, text: result.text } : assert.fail(result.detail);
    };
    const type = { 'Content-Type': 'application/json', Accept: 'application/json' };
    const { clientId, clientSecret } = organization;
    const token = await call('POST', '/serviceAccount/authToken', type, { clientId, clientSecret });
    const [, text = ''] = /"token"\s*:\s*("[^"]+")/.exec(token.text) ?? [];
    const answer = await call('GET', path, { ...type, Authorization: `Bearer ${JSON.parse(text)}` });
    await service.close();
    return answer;
  }

  it('without any nothing differs', async () => {
    const { status, text } = await answered([], '/roles');
    assert.deepEqual([status, Object.keys(JSON.parse(text) as object)], [200, ['data']]);
  });

  it('change what is answered, also all at once', async () => {
    assert.deepEqual(JSON.parse((await answered(['gateway-errors'], '/nowhere')).text), {
      statusCode: 404,
      message: 'There is no such resource',
    });
    assert.match((await answered(['no-data-envelope'], '/roles')).text, /^\[\{/);
    const anew = (await answered(['encoded-anew'], '/roles')).text;
    assert.match(anew, /^\{ "data" : \[ \{ /);
    assert.deepEqual(JSON.parse(anew), JSON.parse((await answered([], '/roles')).text));
    assert.equal((await answered(variantNames, '/roles')).status, 200);
  });

  it('change what is pushed', () => {
    const variation = createVariation(['null-for-missing', 'string-numbers', 'wrapped-pushes']);
    const schema = { type: 'object', properties: { a: { type: 'number' }, b: { type: 'string' } } } as const;
    assert.deepEqual(variation.push<unknown>({ a: 1, c: 2 }, schema), { data: { a: '1', b: null, c: 2 } });
  });

  it('each has an effect on an answer, a query or a push', () => {
    for (const name of variantNames)
      assert(
        ['reply', 'query', 'push'].some((effect) => effect in variants[name]),
        name,
      );
  });

  it('a site that is prepared for them has work for every node that takes messages', async () => {
    const prepared = await prepareSite();
    const works = worksOf(prepared.site);
    assert.deepEqual([...new Set(works.map(({ type }) => type))].sort(), [
      'batch-schedule',
      'breaker-control',
      'breaker-device',
      'cloud-call',
      'evse-config',
      'meter-read',
      'waveform-capture',
    ]);
    const [first] = works;
    assert(first !== undefined);
    assert.equal((await doWorks(prepared, [first], []))[0]?.error, undefined);
  });
});
