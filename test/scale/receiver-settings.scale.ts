import assert from 'node:assert/strict';
import type { ReceiverReport } from '../../src/runtime/receiver/receiver';
import type { OutsideTest } from '../../src/runtime/receiver/test-from-outside';
import { receiverCases, send } from './receiver-cases';
import { type Entry, lanesOfThisRun, type Settings, type SettingsSite, startSettingsSite } from './settings-site';

interface Setting extends Settings {
  readonly title: string;
  /** What Node-RED itself wants before it looks for a route. */
  readonly basic?: string;
}

const roots = { adminRoot: '/', nodeRoot: '/', extra: '' };
const hash = '$2a$08$zZWtXTja0fB1pzD4sHCMyOCMYz2Z6dNbM6tl8sJogENOMcxWV9DN.';
const settings: readonly Setting[] = [
  { title: 'as installed', ...roots },
  { title: 'with httpAdminRoot and httpNodeRoot', ...roots, adminRoot: '/admin', nodeRoot: '/flows/in' },
  {
    title: 'with httpNodeAuth',
    ...roots,
    extra: `httpNodeAuth: { user: 'user', pass: '${hash}' },`,
    basic: `Basic ${Buffer.from('user:password').toString('base64')}`,
  },
];

for (const lane of lanesOfThisRun())
  for (const setting of settings)
    describe(`receivers on Node-RED ${lane.name} ${setting.title}`, () => {
      let site: SettingsSite;
      before(async () => {
        site = await startSettingsSite(lane, setting);
      });
      after(() => site?.stop());

      /** Node-RED's own server turns signatures away, for it wants a user: hence the port of our own. */
      const barred = ({ mount }: Entry) => setting.basic !== undefined && mount === 'shared';

      for (const mount of ['port', 'shared'] as const)
        for (const way of ['direct', 'nginx', 'nginx-rewriting'] as const) {
          const where = `${mount === 'port' ? 'own port' : "Node-RED's server"}, ${way}`;
          const entryOf = () =>
            site.entries.find((entry) => entry.mount === mount && entry.way === way) ?? assert.fail();

          it(`${where}: every case is answered as it should be, and what is accepted comes out once`, async () => {
            const entry = entryOf();
            const answered: string[] = [];
            const expected: string[] = [];
            const takes: string[] = [];
            const bodies = new Set<string>();
            for (const { title, of, request, takes: id, ...answers } of receiverCases) {
              const { status, rewritten = status, parsed = status } = answers;
              const sent = request(entry);
              const authorized =
                barred(entry) && of === 'webhook'
                  ? { ...sent, headers: { ...sent.headers, Authorization: setting.basic ?? '' } }
                  : sent;
              const answer = await sendOnceRunning(entry, authorized);
              const barredAs = of === 'stream' ? 401 : parsed;
              const passedAs = way === 'nginx-rewriting' && of === 'stream' ? rewritten : status;
              const wanted = barred(entry) ? barredAs : passedAs;
              answered.push(`${of}, ${title}: ${answer.status}`);
              expected.push(`${of}, ${title}: ${wanted}`);
              if (id !== undefined && wanted === 200) takes.push(id);
              if (wanted === 403) bodies.add(answer.text);
            }
            assert.deepEqual(answered, expected);
            assert.deepEqual(await site.taken(entry), takes);
            assert.deepEqual([...bodies], ['{"error":{"message":"Forbidden"}}']);
          });

          // Flows start a moment after Node-RED serves; the service, too, sends again after a 503.
          async function sendOnceRunning(entry: Entry, sent: Parameters<typeof send>[1]) {
            for (let tries = 0; ; tries++) {
              const answer = await send(entry, sent);
              if (answer.status !== 503 || tries === 40) return answer;
              await new Promise((resolve) => setTimeout(resolve, 250));
            }
          }

          it(`${where}: the test from outside says how far a request comes`, async () => {
            const entry = entryOf();
            const { steps } = (await site.ask('POST', `receivers/${entry.stream}/test`)) as OutsideTest;
            const lines = steps.map(({ step, ok }) => `${step} ${ok ? 'ok' : 'failed'}`);
            if (barred(entry)) {
              assert.deepEqual(lines, ['local failed']);
              assert.equal(steps[0]?.detail, '401');
              return;
            }
            const [local, reached] = ['local ok', ['name', 'connection', 'certificate', 'answer', 'arrival']];
            const whole = [local, ...reached.map((step) => `${step} ok`)];
            if (way === 'direct') assert.deepEqual(lines, [local, 'name failed']);
            else assert.deepEqual(lines, [...whole, way === 'nginx' ? 'verdict ok' : 'verdict failed']);
            if (way !== 'nginx-rewriting') return;
            const { check, reason, detail } = steps.at(-1)?.refusal ?? assert.fail();
            assert.deepEqual([check, reason], ['host', 'other']);
            const { expected, received } = detail as Readonly<Record<string, string>>;
            assert.equal(expected, entry.host);
            assert.match(received ?? '', /^127\.0\.0\.1:\d+$/);
          });

          it(`${where}: the last refusals are shown, without secrets`, async () => {
            const entry = entryOf();
            const report = (await site.ask('GET', `receivers/${entry.stream}`)) as ReceiverReport;
            assert.equal(report.url, `https://${entry.host}${entry.basePath}/streams`);
            if (barred(entry)) return assert.deepEqual(report.refusals, []);
            assert(report.refusals.length >= 10);
            const rewritten = report.refusals.filter(({ check }) => check === 'host').length;
            assert(way === 'nginx-rewriting' ? rewritten >= 9 : rewritten === 0, `${rewritten} for the host`);
            const text = JSON.stringify(report);
            for (const hidden of ['settings/secret', 'Signature', 'AKIDNOBODY']) assert(!text.includes(hidden), hidden);
          });
        }

      it('Node-RED says nothing but the refusals, and which receivers httpNodeAuth keeps from hearing', () => {
        const said = site.lines.filter((line) => /\[error\]|\[warn\]|Warning/.test(line));
        const expected = /refused \d+ request|Projects disabled|unencrypted credentials|httpNodeAuth answers 401/;
        assert.deepEqual(
          said.filter((line) => !expected.test(line)),
          [],
        );
        const guarded = said.flatMap((line) => /\[(?:\S+):(\S+)\] .*httpNodeAuth answers 401/.exec(line)?.[1] ?? []);
        const deaf = site.entries.filter(barred).flatMap(({ stream, webhook }) => [stream, webhook]);
        assert.deepEqual(guarded.toSorted(), deaf.toSorted());
      });
    });
