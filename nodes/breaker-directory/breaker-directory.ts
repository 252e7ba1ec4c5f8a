import type { NodeAPI } from 'node-red';
import { type CircuitProblem, circuitProblems, createCircuitDirectory } from '../../src/directory';
import { defineNode, ownTexts, registerDirectory } from '../../src/runtime';
import { fields } from './breaker-directory.fields';
import type english from './locales/en-US/breaker-directory.json';

/** Wrong rows must not switch the directory off: it protects the critical devices of all the others. */
const readableFields = { ...fields, circuits: { ...fields.circuits, checkRows: () => [] } };

/** The config node that names the devices of an account. It is looked up by the account's id at each message. */
export default function breakerDirectory(RED: NodeAPI): void {
  defineNode(RED, 'breaker-directory', readableFields, ({ node, config, texts }) => {
    const ownText = ownTexts<typeof english>(RED, 'breaker-directory');
    const wrong = circuitProblems(config.circuits);
    if (wrong.length > 0)
      node.warn(ownText('warning.problems', { count: wrong.length, problems: wrong.slice(0, 5).map(told).join('; ') }));

    function told({ row, field, rule, params }: CircuitProblem): string {
      return `${row + 1}${field === '' ? '' : ` ${ownText(`column.${field}`)}`}: ${texts(`problem.${rule}`, params)}`;
    }

    const registered = registerDirectory(RED, {
      id: node.id,
      accountId: config.account,
      directory: createCircuitDirectory(config.circuits),
      onUse(isUsed) {
        if (!isUsed) node.warn(ownText('warning.second'));
      },
    });
    return { close: (removed) => registered.close(removed) };
  });
}
