import { element } from '..';
import type { LiveValues } from './live-values';
import { createManagersView, type ManagersView } from './managers-view';
import { sidebarText } from './sidebar-text';
import { createWatchesView } from './watches-view';

interface AutomationOptions {
  readonly account: () => string | undefined;
  readonly live: Pick<LiveValues, 'liveOf' | 'refresh' | 'outdate'>;
  /** What the tree has for a device; its id where it is not known. */
  readonly nameOf: (deviceId: string) => string;
}

/** What decides by itself: the watches, whose alarms come first, and the load managers. */
export function createAutomationView({ account, live, nameOf }: AutomationOptions): ManagersView {
  const called = (deviceId: string, known: string | undefined) => {
    const inTree = nameOf(deviceId);
    return inTree === deviceId ? (known ?? sidebarText('managers.unknownDevice')) : inTree;
  };
  const managers = createManagersView({ account, live, called });
  const parts = [createWatchesView({ account, called }), managers];
  return {
    element: element(
      'div',
      { class: 'breakerflow-page' },
      parts.map((part) => part.element),
    ),
    open() {
      for (const part of parts) part.open();
    },
    close() {
      for (const part of parts) part.close();
    },
    reload() {
      for (const part of parts) part.reload();
    },
    devicesInView: managers.devicesInView,
    refresh: managers.refresh,
  };
}
