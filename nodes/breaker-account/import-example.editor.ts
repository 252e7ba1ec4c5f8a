import type { Circuit } from '../../src/directory';
import { askToChoose, fields, notify, simulatedIds, storedSettings, text } from '../../src/editor';
import { mergeImportedDirectory } from '../../src/editor/circuits';
import { fields as accountFields } from './breaker-account.fields';

/**
 * Binds imported examples, which hold no account, endpoint or device. Node-RED itself leaves them unbound. Devices are filled in
 * for the built-in simulator alone: importing an example must never lead to a command to a real device.
 */
export function bindImportedExamples(): void {
  let imported: EditorNode[] = [];
  RED.events.on('nodes:add', (node) => {
    // What is loaded at the start has not changed.
    if (node.changed !== true) return;
    if (imported.length === 0)
      setTimeout(() => {
        const nodes = imported;
        imported = [];
        void bind(nodes);
      });
    imported.push(node);
  });
}

async function bind(nodes: readonly EditorNode[]): Promise<void> {
  const markers = fields.markersIn(nodes);
  if (markers.length === 0) return;
  const account = await accountFor();
  if (account === undefined) return;
  const isSimulator = account.mode !== 'service';
  const configs = {
    account: account.id,
    ...(markers.includes('endpoint') ? { endpoint: endpoint().id } : {}),
  };
  const ids = isSimulator ? await simulatedIds(account.id, 'example.failed') : undefined;
  for (const node of nodes) {
    // It may have been deleted, or a person has chosen, while the account was asked.
    if (RED.nodes.node(node.id) === null) continue;
    const properties = fields.boundProperties(storedSettings(node), configs, ids);
    const isBound = isSimulator && !fields.hasReference(properties.circuits);
    const circuits = isBound ? (properties.circuits as Circuit[] | undefined) : undefined;
    if (node.type === 'breaker-directory' && mergeImportedDirectory(node, account.id, circuits)) continue;
    take(node, properties);
  }
  if (!isSimulator) notify(text('example.empty'), 'warning');
  RED.nodes.dirty(true);
  RED.view.redraw(true);
}

function take(node: EditorNode, properties: Readonly<Record<string, unknown>>): void {
  if (Object.keys(properties).length === 0) return;
  Object.assign(node, properties, { changed: true, dirty: true });
  RED.nodes.updateConfigNodeUsers(node, { action: 'add' });
  RED.editor.validateNode(node);
  RED.events.emit('nodes:change', node);
}

function configsOf(type: string): readonly EditorNode[] {
  const found: EditorNode[] = [];
  RED.nodes.eachConfig((node) => {
    if (node.type === type && node.d !== true) found.push(node);
    return true;
  });
  return found;
}

/** The only account, the chosen one of several, or a new built-in simulator. */
async function accountFor(): Promise<EditorNode | undefined> {
  const accounts = configsOf('breaker-account').filter(({ party }) => party !== 'gridOperator');
  if (accounts.length > 1) return choice(accounts);
  const [only] = accounts;
  if (only !== undefined) return only;
  const made = added('breaker-account', {});
  notify(text('example.made'), 'warning');
  return made;
}

async function choice(accounts: readonly EditorNode[]): Promise<EditorNode | undefined> {
  const options = accounts.map((node) => ({ id: node.id, label: RED.utils.getNodeLabel(node, node.id) }));
  const answers = { choose: text('example.use'), later: text('example.later') };
  const chosen = await askToChoose(text('example.choose'), options, answers);
  return accounts.find(({ id }) => id === chosen);
}

function endpoint(): EditorNode {
  return configsOf('breaker-endpoint').find(({ mount }) => mount !== 'none') ?? added('breaker-endpoint', {});
}

/** Adds a config node with the defaults of its type; undoing the import removes it too. */
function added(type: string, more: Readonly<Record<string, unknown>>): EditorNode {
  const defaults = Object.entries(RED.nodes.getType(type)?.defaults ?? {}).map(([name, { value }]) => [name, value]);
  const version = type === 'breaker-account' ? { configVersion: fields.currentVersion(accountFields) } : {};
  const id = RED.nodes.id();
  RED.nodes.import([{ ...Object.fromEntries(defaults), ...version, ...more, id, type }], {
    generateIds: false,
    markChanged: true,
  });
  const last = RED.history.peek();
  if (last?.t === 'add') last.nodes?.push(id);
  return RED.nodes.node(id) as EditorNode;
}
