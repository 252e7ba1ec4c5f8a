import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from '../support/node-texts';
import { type Language, languages, owners, textsOf } from './catalog-files';

type Nouns = Readonly<Record<Language, RegExp>>;

/** What badges count, and how each language calls it. */
const devices: Nouns = {
  'en-US': /device/,
  de: /Gerät/,
  fr: /appareil/,
  es: /dispositivo/,
  'zh-CN': /设备/,
  ja: /デバイス/,
};
const circuits: Nouns = {
  ...{ 'en-US': /circuit/, de: /Stromkreis/, fr: /circuit/, es: /circuito/, 'zh-CN': /回路/, ja: /回路/ },
};
const chargers: Nouns = {
  ...{ 'en-US': /charger/, de: /Ladestation/, fr: /borne/, es: /cargador/, 'zh-CN': /充电桩/, ja: /充電器/ },
};
const loads: Nouns = { 'en-US': /load/, de: /Last/, fr: /charge/, es: /carga/, 'zh-CN': /负载/, ja: /負荷/ };
const alarms: Nouns = { 'en-US': /alarm/, de: /Alarm/, fr: /alarme/, es: /alarma/, 'zh-CN': /报警/, ja: /警報/ };
const watched: Nouns = {
  ...{ 'en-US': /watched/, de: /überwacht/, fr: /surveillé/, es: /vigilado/, 'zh-CN': /监视/, ja: /監視/ },
};
const schedules: Nouns = {
  ...{
    'en-US': /schedule/,
    de: /Zeitpl/,
    fr: /programme/,
    es: /programacion/,
    'zh-CN': /计划/,
    ja: /スケジュール/,
  },
};
const windows: Nouns = {
  ...{ 'en-US': /window/, de: /Fenster/, fr: /plage/, es: /ventana/, 'zh-CN': /时段/, ja: /時間帯/ },
};
const keys: Nouns = { 'en-US': /key/, de: /Schlüssel/, fr: /clé/, es: /clave/, 'zh-CN': /密钥/, ja: /キー/ };
const items: Nouns = { 'en-US': /item/, de: /Eintr/, fr: /élément/, es: /elemento/, 'zh-CN': /项/, ja: /件/ };
const webhooks: Nouns = {
  ...{ 'en-US': /webhook/, de: /Webhook/, fr: /webhook/, es: /webhook/, 'zh-CN': /Webhook/, ja: /Webhook/ },
};
const second = /__seconds__ ?s\b/;
const seconds: Nouns = {
  'en-US': second,
  de: second,
  fr: second,
  es: second,
  'zh-CN': /__seconds__ 秒/,
  ja: /__seconds__ ?秒/,
};

/** Every badge with a number, and what it counts. */
const counted: Readonly<Record<string, Nouns>> = {
  'breakerflow.status.devices': devices,
  'breakerflow.status.items': items,
  'breakerflow.status.expiring': keys,
  'breakerflow.status.timer': seconds,
  'breakerflow.status.muted': seconds,
  'breakerflow.status.waiting': seconds,
  'breakerflow.receiver.attached': devices,
  'breakerflow.receiver.renewed': devices,
  'breakerflow.receiver.registered': webhooks,
  'breakerflow.receiver.partlyRegistered': webhooks,
  'batch-schedule.status.declared': schedules,
  'batch-schedule.status.progress': devices,
  'breaker-control.status.sceneSet': circuits,
  'breaker-control.status.sceneRestored': circuits,
  'breaker-control.status.sceneForgotten': circuits,
  'breaker-control.status.alarms': alarms,
  'circuit-watch.badge.alarm': alarms,
  'circuit-watch.badge.unread': watched,
  'circuit-watch.badge.well': watched,
  'evse-config.badge.next': seconds,
  'evse-config.badge.pause': seconds,
  'evse-config.badge.alarms': alarms,
  'evse-config.badge.set': chargers,
  'evse-config.badge.restored': chargers,
  'evse-config.badge.forgotten': chargers,
  'evse-config.badge.windowsLeft': windows,
  'load-manager.badge.would': loads,
  'load-manager.badge.shed': loads,
};
/** What is put in has its unit, or is no number: a time of day, a duration, `46/60 A`, a name. */
const complete: ReadonlySet<string> = new Set([
  'breakerflow.status.lastPush',
  'load-manager.badge.stale',
  'load-manager.badge.settling',
  'load-manager.badge.restoring',
  'load-manager.badge.level',
  'load-manager.badge.yields',
]);

const ofNodes = owners.filter(({ directory }) => directory.startsWith(join(packageRoot, 'nodes')));

describe('a badge with a number', () => {
  const texts = (language: Language) => new Map(ofNodes.flatMap((owner) => [...textsOf(owner, language)]));

  it('is in this table, whatever node it is of', () => {
    const isBadge = /^[\w-]+\.(status|badge)\./;
    const filled = [...texts('en-US')].filter(([key, text]) => isBadge.test(key) && /__\w+__|\d/.test(String(text)));
    const forgotten = filled.filter(([key]) => counted[key] === undefined && !complete.has(key));
    assert.deepEqual(forgotten, []);
  });

  for (const language of languages)
    it(`says in ${language} what it counts`, () => {
      const found = texts(language);
      const bare = Object.entries(counted).flatMap(([key, nouns]) => {
        const text = String(found.get(key));
        return nouns[language].test(text) ? [] : [`${key}: ${text}`];
      });
      assert.deepEqual(bare, []);
    });

  it('is no figure that code puts there by itself', () => {
    const files = ['src/runtime', 'nodes'].flatMap((folder) =>
      (readdirSync(join(packageRoot, folder), { recursive: true }) as string[])
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.editor.ts'))
        .map((file) => join(folder, file)),
    );
    const bare = files.flatMap((file) => {
      const code = readFileSync(join(packageRoot, file), 'utf8');
      return (code.match(/status\.(show|event)\([^;]*?(`\$\{[^`]*`|toISOString|String\()/g) ?? []).map(
        (call) => `${file}: ${call}`,
      );
    });
    assert.deepEqual(bare, []);
  });
});
