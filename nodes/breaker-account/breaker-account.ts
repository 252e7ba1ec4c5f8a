import type { NodeAPI } from 'node-red';
import { problemSentence } from '../../src/admin-api';
import { settingsProblems } from '../../src/client';
import type { ConfigOf } from '../../src/fields';
import {
  type AccountSource,
  accountFieldOf,
  accountSource,
  circuitsOf,
  createAccount,
  defineNode,
  leaseSimulator,
  onceAMinute,
  safetySettings,
  siteDifference,
  type Texts,
} from '../../src/runtime';
import { registerAdmin } from '../../src/runtime/admin';
import { fields } from './breaker-account.fields';
import { commandRecordOf, locksOf } from './commands/command-stores';

type Config = ConfigOf<typeof fields>;

/** The config node of one service account, or of one built-in simulator. spec 5 */
export default function breakerAccount(RED: NodeAPI): void {
  registerAdmin(RED, fields);
  defineNode(RED, 'breaker-account', fields, ({ node, config, clock, texts, status }) => {
    const warnOnce = onceAMinute(clock, (text) => node.warn(text));
    const source = accountSource(node.id, config, String(RED.settings.userDir ?? '.'));
    const account = createAccount({
      name: config.name,
      source,
      safety: safetySettings(config),
      circuits: circuitsOf(node.id),
      enteredSecrets:
        config.mode === 'simulator'
          ? []
          : (['appSecret1Expiry', 'appSecret2Expiry'] as const).flatMap((name, index) =>
              config[name] === '' ? [] : [{ name: `secret${index + 1}`, endsAt: config[name] }],
            ),
      clock,
      random: Math.random,
      leaseSimulator: (options) => leaseSimulator(options, clock, ({ message }) => node.warn(message)),
      commandSpacingMs: (config.commandSpacing ?? 10) * 1000,
      onSite(site) {
        const difference = siteDifference(site, texts);
        if (difference === undefined) return;
        status.show('warning', texts('status.otherSettings'));
        node.warn(difference);
      },
      shared: {
        record: commandRecordOf(RED),
        locks: locksOf(RED),
        onUnheard: ({ deviceId, what, outcome }) =>
          node.warn(texts('commands.unheard', { device: deviceId, what, outcome })),
        onForeign: ({ deviceId, at, source }) =>
          warnOnce(texts('commands.foreign', { device: deviceId, at: new Date(at).toISOString(), source })),
      },
    });
    Object.assign(node, { account });
    if (config.mode === 'simulator') status.show('fresh', texts('site.label', { site: config.site }));
    const wrongSettings = config.mode === 'service' ? wrongSettingsOf(config, source, texts) : undefined;
    if (wrongSettings !== undefined) {
      Object.assign(node, { wrongSettings });
      status.show('error', texts('status.misconfigured'));
      node.warn(wrongSettings);
    }
    return { close: () => account.close() };
  });
}

/** Why nothing can be asked of the service with these settings, in one sentence; undefined where it can. */
function wrongSettingsOf(config: Config, source: AccountSource, texts: Texts): string | undefined {
  if (!hasCredentials(config)) return texts('problem.credentialsLost');
  const problems = source.kind === 'service' ? settingsProblems(source.settings) : [];
  if (problems.length === 0) return undefined;
  return problems
    .map((found) =>
      problemSentence({ ...found, field: accountFieldOf(found.field) ?? found.field }, texts, texts.labelOf),
    )
    .join('; ');
}

// Node-RED starts without any credentials where their file is gone or cannot be decrypted.
function hasCredentials(config: Config): boolean {
  const { apiKey, appSecret1, appSecret2, orgSecret1, orgSecret2 } = config;
  return [apiKey, appSecret1, appSecret2, orgSecret1, orgSecret2].some((secret) => secret !== '');
}
