import { fields, text } from '../../src/editor';
import { fields as accountFields } from './breaker-account.fields';

const { completeConfig, siteDifferences, siteKey, siteWords } = fields;

type Values = Readonly<Record<string, unknown>>;

const settingsOf = ({ seed, speed, keepState }: Values) => ({
  seed: Number(seed || 1),
  speed: Number(speed || 1),
  keepState: keepState === true,
});

/**
 * Where another account of the same site has other settings, a sentence with both: they share one simulator, which has the
 * settings of whichever is used first.
 */
export function siteHint(id: string, values: Values): string | undefined {
  if (values.mode === 'service') return undefined;
  const own = settingsOf(values);
  let hint: string | undefined;
  RED.nodes.eachConfig((node) => {
    if (hint !== undefined || node.type !== 'breaker-account' || node.id === id) return true;
    const other = completeConfig(accountFields, node);
    if (other.mode === 'service' || siteKey(String(other.site)) !== siteKey(String(values.site))) return true;
    const theirs = settingsOf(other);
    const names = siteDifferences(own, theirs);
    if (names.length > 0)
      hint = text('site.otherAccount', {
        account: RED.utils.getNodeLabel(node, node.id),
        theirs: siteWords(text, theirs, names),
        own: siteWords(text, own, names),
      });
    return true;
  });
  return hint;
}
