import { element } from '../..';
import { protectionOf } from '../../circuits';
import { sidebarText } from '../sidebar-text';
import { changeAccount } from './change-accounts';
import { paragraph } from './parts';
import { createSiteCheckSection } from './site-check-section';
import { withDevices } from './site-devices';
import { type AccountStep, isSimulator } from './step';

/** Step 4: what is never operated, and whether commands are sent at all. Both are settings of the account. */
export const safetyStep: AccountStep = (account, { done }) => {
  done();
  return [
    paragraph('firstRun.safety.intro'),
    withDevices(account.id, (devices) => [
      element(
        'div',
        { class: 'breakerflow-first-devices', role: 'group', 'aria-label': sidebarText('firstRun.step.safety') },
        devices.map(({ device, description }) =>
          checkbox(description, protectedOf(account.id).includes(device.id), (isProtected) =>
            protect(account.id, device.id, isProtected),
          ),
        ),
      ),
    ]),
    ...(isSimulator(account)
      ? [paragraph('firstRun.safety.simulator')]
      : [
          checkbox(sidebarText('firstRun.safety.armed'), account.armed === true, (armed) =>
            changeAccount(account.id, { armed }),
          ),
          paragraph('firstRun.safety.armedHint'),
          createSiteCheckSection(account.id),
        ]),
    paragraph('firstRun.safety.deploy'),
  ];
};

function protectedOf(accountId: string): readonly string[] {
  return protectionOf(RED.nodes.node(accountId)).devices;
}

function protect(accountId: string, deviceId: string, isProtected: boolean): void {
  // What is protected besides, listed or not, stays so.
  const others = protectedOf(accountId).filter((id) => id !== deviceId);
  changeAccount(accountId, { protectedDevices: isProtected ? [...others, deviceId] : others });
}

function checkbox(label: string, isChecked: boolean, onChange: (isChecked: boolean) => void): HTMLElement {
  const input = element('input', { type: 'checkbox', checked: isChecked });
  input.addEventListener('change', () => onChange(input.checked));
  return element('label', { class: 'breakerflow-check' }, [input, label]);
}
