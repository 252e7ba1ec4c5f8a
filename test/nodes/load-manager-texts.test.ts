import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { badgeOf } from '../../nodes/load-manager/badge';
import type { OwnText } from '../../nodes/load-manager/own-text';
import { createSentences } from '../../nodes/load-manager/sentences';
import { type ManagerEvent, type ManagerSummary, managerSettings } from '../../src/automation';
import { createWords, type Texts } from '../../src/runtime';
import { languages } from '../locales/catalog-files';
import { textsIn } from '../support/language-texts';
import { packageRoot } from '../support/node-texts';

/** The names of a union in the source of the decisions: a type has no values to go through. */
function namesOf(union: string): string[] {
  const source = readFileSync(join(packageRoot, 'src', 'automation', 'reasons.ts'), 'utf8');
  const [, body = ''] = new RegExp(`export type ${union} =([^;]+);`).exec(source) ?? [];
  return [...body.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
}
const events = namesOf('EventKey');
const reasons = namesOf('ReasonKey');

type Language = (typeof languages)[number];
const textIn = (language: Language) => textsIn<OwnText>('load-manager', language);
const wordsIn = (language: Language) =>
  createWords({
    ...{ texts: textsIn<Texts>('breaker-account', language, 'breakerflow'), now },
    zone: 'America/New_York',
  });

const settings = managerSettings({
  by: 'n',
  quantity: 'current',
  timeZone: 'America/New_York',
  groups: [{ id: '', limit: 60, of: { kind: 'message' } }],
  loads: [
    { deviceId: 'heater', kind: 'breaker', legs: ['A'] },
    { deviceId: 'iron', kind: 'breaker', legs: ['A'], comesBack: 'after-ok' },
  ],
});
const summary: ManagerSummary = {
  status: 'over',
  dryRun: false,
  lanes: [
    { group: '', leg: 'A', total: 46.4, limit: 60, live: true },
    { group: '', leg: 'B', total: 20, limit: 60, live: true },
  ],
  shed: 3,
  forMs: 12_000,
  loads: [],
};
/** 14:26 in New York. */
const now = () => Date.UTC(2026, 6, 15, 18, 26);
const sentencesIn = (language: Language, quantity: 'current' | 'power' = 'current') =>
  createSentences({
    text: textIn(language),
    words: wordsIn(language),
    settings: { ...settings, quantity },
    called: (id) => (id === 'heater' ? 'Water heater' : id),
    now,
  });
const event = (key: string, parameters: ManagerEvent['parameters'] = {}, more: object = {}): ManagerEvent => ({
  event: key as ManagerEvent['event'],
  severity: 'warning',
  deviceId: 'heater',
  parameters,
  dryRun: false,
  ...more,
});
const over = { why: 'limit', carried: 18.7, group: '', leg: 'A', total: 62.1, limit: 60 };

const decimalPoint: Readonly<Record<Language, string>> = {
  ...{ 'en-US': '.', de: ',', fr: ',', es: ',', 'zh-CN': '.', ja: '.' },
};

describe('load-manager: its sentences', () => {
  it('the names of events and reasons are found', () => {
    assert(events.includes('opened') && events.length >= 29, `${events.length}`);
    assert(reasons.includes('over-limit') && reasons.length >= 9, `${reasons.length}`);
  });

  for (const language of languages)
    describe(language, () => {
      const load = { deviceId: 'heater', phase: 'shed', why: 'limit', opensToday: 1, operations: 1 } as const;

      it('why a load is held names the limit that was exceeded, in its unit', () => {
        const exceeded = { group: 'Garage', leg: 'A', total: 62.1, limit: 60 };
        const told = sentencesIn(language).why({ ...load, exceeded }) ?? '';
        const point = decimalPoint[language];
        for (const part of ['Garage', 'A', `62${point}1 A`, '60 A']) assert(told.includes(part), told);
        assert.doesNotMatch(told, /__/);
        const power = sentencesIn(language, 'power').why({
          ...load,
          exceeded: { ...exceeded, leg: '', total: 12_400, limit: 9_000 },
        });
        assert.match(power ?? '', new RegExp(`12\\${point}4 kW.* 9 kW`));
        assert.doesNotMatch(power ?? '', /__/);
        assert(!(sentencesIn(language).why({ ...load, why: 'level' }) ?? '').includes('60'));
      });

      it('a power that one decimal of kW would not tell is told in W', () => {
        const exceeded = { group: '', leg: '', total: 40, limit: 10 };
        assert.match(sentencesIn(language, 'power').why({ ...load, exceeded }) ?? '', /40 W.* 10 W|10 W.* 40 W/);
        const lanes = [{ group: '', total: 4, limit: 10, live: true }];
        const shown = badgeOf({ ...summary, status: 'calm', lanes }, false, textIn(language), wordsIn(language));
        assert.equal(shown.text, '4/10 W');
      });

      it('the badge writes kW as the language does', () => {
        const lanes = [{ group: '', total: 4200, live: true }];
        const { text } = badgeOf({ ...summary, status: 'calm', lanes }, false, textIn(language), wordsIn(language));
        assert.equal(text, `4${decimalPoint[language]}2 kW`);
      });

      for (const key of events)
        it(`${key}: every mark in the text is filled in`, () => {
          const sentence = sentencesIn(language).event(event(key, over), summary);
          assert(sentence.length > 3);
          assert.doesNotMatch(sentence, /__\w+__|undefined|NaN/);
        });
      for (const key of reasons)
        it(`${key} is a reason in words`, () => {
          const reason = sentencesIn(language).reason({ key: key as 'level', parameters: { carried: 4.26 } });
          assert.doesNotMatch(reason, /__\w+__|undefined|NaN/);
          assert(reason.length > 3);
        });
      for (const why of ['limit', 'level', 'idle', 'swap', 'revert', 'fellow', 'stale'])
        it(`opened because of ${why}: has its cause`, () => {
          const sentence = sentencesIn(language).event(event('opened', { ...over, why }), summary);
          assert.doesNotMatch(sentence, /__\w+__|undefined|NaN/);
        });
    });

  it('says which leg, how much, how long and when at the earliest', () =>
    assert.equal(
      sentencesIn('en-US').event(event('opened', over), summary),
      'Water heater opened: leg A carried 62.1 A, limit 60 A, for 12 s. It carried 18.7 A. It comes back when it has fitted with 10 % to spare for 5 min, at 14:31 at the earliest.',
    ));
  it('names the further limit that was exceeded, or cannot be read', () => {
    const told = (key: string, more: object = {}) =>
      sentencesIn('en-US').event(event(key, { ...over, group: 'Garage', ...more }), summary);
    assert.match(told('opened'), /^Water heater opened: Garage: leg A carried 62\.1 A/);
    assert.match(told('futile', { most: [] }), /Nothing is left to open: Garage: leg A carried/);
    assert.match(told('reduced', { why: 'stale', toA: 6 }), /reduced to 6 A: Garage: the total cannot be read/);
    assert.match(told('stale'), /^Garage: The total cannot be read/);
  });
  it('names the day of a return that is not today', () => {
    const rest = { ...settings, loads: settings.loads.map((load) => ({ ...load, restMs: 24 * 3_600_000 })) };
    const { event: told } = createSentences({
      ...{ text: textIn('en-US'), words: wordsIn('en-US'), settings: rest, called: String, now },
    });
    assert.match(told(event('opened', over), summary), /at Jul 16, 14:26 at the earliest/);
  });
  it('says that a load waits for an OK', () =>
    assert.match(
      sentencesIn('en-US').event(event('opened', over, { deviceId: 'iron' }), summary),
      /It comes back only after an OK\.$/,
    ));
  it('has kW where power is kept', () =>
    assert.match(
      sentencesIn('en-US', 'power').event(
        event('futile', { most: ['heater'], leg: '', total: 9240, limit: 9000 }),
        summary,
      ),
      /the total was 9\.2 kW, limit 9 kW.*Water heater/,
    ));
  it('marks what a dry run would have done', () =>
    assert.match(sentencesIn('en-US').event(event('came-back', {}, { dryRun: true }), summary), /^Dry run: /));
  it('gives the reason of a failure, or else what the outcome means', () => {
    const told = (parameters: ManagerEvent['parameters']) =>
      sentencesIn('en-US').event(event('open-failed', parameters), summary);
    assert.match(told({ outcome: 'error', detail: 'no answer' }), /: no answer\./);
    assert.match(told({ outcome: 'locked', detail: '' }), /locked it open/);
    assert.match(told({ outcome: 'error', detail: '' }), /the command failed/);
  });
});

describe('load-manager: its badge', () => {
  const cases: readonly (readonly [Partial<ManagerSummary>, string, string])[] = [
    [{ status: 'calm' }, 'fresh', '46/60 A'],
    [{ status: 'over', lanes: [{ group: '', leg: 'A', total: 62, limit: 60, live: true }] }, 'warning', '62/60 A 12 s'],
    [
      {
        status: 'calm',
        lanes: [
          { group: '', leg: 'A', total: 40, limit: 60, live: true },
          { group: 'Garage', leg: 'B', total: 25, limit: 30, live: true },
        ],
      },
      'fresh',
      'Garage 25/30 A',
    ],
    [{ status: 'shed' }, 'warning', 'loads shed: 3, 46 A'],
    [{ status: 'stale', forMs: 130_000 }, 'pending', 'stale 2 min'],
    [{ status: 'futile' }, 'error', 'cannot shed'],
    [{ status: 'event', level: 'high' }, 'pending', 'level high'],
    [{ status: 'shed', dryRun: true, shed: 2 }, 'dry-run', 'would open loads: 2'],
    [{ status: 'futile', dryRun: true }, 'error', 'cannot shed'],
    [{ status: 'settling' }, 'warning', '46/60 A, waiting'],
    [{ status: 'restoring' }, 'warning', '46/60 A, restoring'],
    [{ status: 'paused' }, 'pending', 'paused'],
    [{ status: 'stopped' }, 'error', 'stopped: see the alarm'],
    [{ status: 'starting' }, 'pending', 'starting'],
  ];
  for (const [change, look, text] of cases)
    it(`${JSON.stringify(change).slice(0, 60)}: ${text}`, () =>
      assert.deepEqual(badgeOf({ ...summary, ...change }, true, textIn('en-US'), wordsIn('en-US')), { look, text }));
  it('a limit that is none now is not shown', () =>
    assert.equal(
      badgeOf(
        { ...summary, status: 'calm', lanes: [{ group: '', total: 4200, live: true }] },
        false,
        textIn('en-US'),
        wordsIn('en-US'),
      ).text,
      '4.2 kW',
    ));
});
