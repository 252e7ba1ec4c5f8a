import { sidebarKey } from '../../src/admin-api';

/** What the lazily loaded script defines. */
interface SidebarScript {
  openSidebar(host: HTMLElement): { shown(isShown: boolean): void };
}

/** The build sets it, so that a browser never shows an older version's sidebar. */
declare const sidebarScript: string;

const tabId = 'breakerflow-site';
const ownText = (key: string) => RED._(sidebarKey(key));

RED.plugins.registerPlugin('breakerflow-site-sidebar', {
  type: 'breakerflow-sidebar',
  onadd() {
    const host = document.createElement('div');
    host.className = 'breakerflow-site';
    RED.sidebar.addTab({
      id: tabId,
      label: ownText('tab.label'),
      name: ownText('tab.name'),
      iconClass: 'fa fa-bolt',
      content: host,
      enableOnEdit: true,
    });
    RED.actions.add('breakerflow:show-site', () => RED.sidebar.show(tabId));
    let opened: ReturnType<SidebarScript['openSidebar']> | undefined;
    let loading = false;
    // Both versions of Node-RED show and hide it in ways of their own; what counts is whether it can be seen.
    new IntersectionObserver((entries) => {
      const isShown = entries.at(-1)?.isIntersecting === true;
      opened?.shown(isShown);
      if (!isShown || opened !== undefined || loading) return;
      loading = true;
      load()
        .then((script) => {
          opened = script.openSidebar(host);
          opened.shown(host.offsetParent !== null);
        })
        .catch(() => {
          loading = false;
          host.textContent = ownText('tab.failed');
        });
    }).observe(host);
  },
});

function load(): Promise<SidebarScript> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    // Relative, so that it is found below any httpAdminRoot.
    script.src = sidebarScript;
    script.onload = () => resolve((window as unknown as { breakerflowSidebar: SidebarScript }).breakerflowSidebar);
    script.onerror = reject;
    document.head.append(script);
  });
}
