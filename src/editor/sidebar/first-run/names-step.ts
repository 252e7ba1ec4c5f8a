import { element } from '../..';
import { hasDirectory, openDirectory } from './open-directory';
import { buttons, paragraph, pushButton } from './parts';
import { withDevices } from './site-devices';
import type { AccountStep } from './step';

/** Step 3: what the devices are called today, and where a person names them. */
export const namesStep: AccountStep = (account, { done }) => {
  done();
  return [
    paragraph('firstRun.names.intro'),
    withDevices(account.id, (devices) => [
      element(
        'ul',
        { class: 'breakerflow-first-devices' },
        devices.map(({ description }) => element('li', {}, [description])),
      ),
    ]),
    paragraph('firstRun.names.why'),
    ...(hasDirectory() ? [buttons(pushButton('firstRun.names.open', () => openDirectory(account.id)))] : []),
  ];
};
