import { openAccountDialog } from '../..';
import { accountsNow, addSimulatorAccount } from './change-accounts';
import { buttons, paragraph, pushButton } from './parts';
import { isSimulator, type Step } from './step';

/** Step 1: the built-in simulator, or a cloud account in the one dialog where secrets are typed. */
export const accountStep: Step = ({ account, done, expectAccount }) => {
  if (account !== undefined) done();
  const simulator = pushButton(
    'firstRun.account.simulator',
    () => {
      expectAccount();
      addSimulatorAccount();
    },
    { primary: account === undefined },
  );
  // A second one would show the same simulated site.
  simulator.disabled = accountsNow().some(isSimulator);
  const cloud = pushButton('firstRun.account.cloud', () => {
    expectAccount();
    openAccountDialog(undefined, () => $('#node-config-input-mode').val('service').trigger('change'));
  });
  return [
    paragraph('firstRun.account.intro'),
    ...(account === undefined ? [] : [paragraph('firstRun.account.have', { name: nameOf(account) })]),
    buttons(simulator, cloud),
    paragraph('firstRun.account.cloudHint'),
  ];
};

function nameOf(account: EditorNode): string {
  return RED.utils.getNodeLabel(account, account.id);
}
