import type { DeviceCurve, SiteDevice } from '../../admin-api';
import { relativeTime } from '../../admin-api';
import { ask, element } from '..';
import { curveParts } from './curve-parts';
import { sidebarText } from './sidebar-text';
import { powerText } from './time-text';

/** Reports come every five minutes. */
const refreshMs = 300_000;
/** The size of the drawing in its own units; it is as wide as the sidebar. */
const size = { width: 288, height: 60 } as const;
const svgNamespace = 'http://www.w3.org/2000/svg' as const;

export interface DeviceCurveView {
  readonly element: HTMLElement;
  show(device: SiteDevice | undefined): void;
  /** Draws the ages anew, and reads the curve again after a while. */
  refresh(): void;
}

/** The last 24 hours of the chosen device: a line with gaps where nothing was reported. */
export function createDeviceCurve(account: () => string | undefined): DeviceCurveView {
  const host = element('figure', { class: 'breakerflow-curve' });
  let shown: SiteDevice | undefined;
  let curve: DeviceCurve | undefined;
  let readAt = 0;
  let turn = 0;
  let captionText = '';
  const caption = element('figcaption', {});

  async function load(): Promise<void> {
    turn += 1;
    const mine = turn;
    const id = account();
    readAt = performance.now();
    if (id === undefined || shown === undefined) return;
    try {
      const query = { deviceId: shown.id };
      const answer = await ask('GET accounts/:id/curve', { params: { id }, query });
      if (mine !== turn) return;
      curve = answer;
      readAt = performance.now();
      captionText = '';
      host.replaceChildren(drawing(answer), caption);
      showCaption();
    } catch (error) {
      if (mine !== turn) return;
      curve = undefined;
      host.replaceChildren(
        element('div', { class: 'breakerflow-error' }, [error instanceof Error ? error.message : String(error)]),
      );
    }
  }

  function showCaption(): void {
    if (curve === undefined) return;
    const text = summary(curve, performance.now() - readAt);
    if (text === captionText) return;
    captionText = text;
    caption.textContent = text;
  }

  return {
    element: host,
    show(device) {
      if (device?.id === shown?.id) return;
      shown = device;
      curve = undefined;
      turn += 1;
      host.replaceChildren();
      if (device !== undefined) void load();
    },
    refresh() {
      if (shown === undefined) return;
      if (performance.now() - readAt > refreshMs) void load();
      else showCaption();
    },
  };
}

function valueText(value: number, unit: DeviceCurve['unit']): string {
  const language = RED.i18n.lang();
  if (unit === 'W') return powerText(value, language);
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value)} A`;
}

/** The curve in words: the newest value with its age, and the highest of the day. */
function summary({ values, unit, ageMs, complete }: DeviceCurve, passedMs: number): string {
  const known = values.filter((value) => value !== null);
  const newest = known.at(-1);
  if (newest === undefined || ageMs === undefined) return sidebarText('curve.empty');
  const text = sidebarText('curve.summary', {
    value: valueText(newest, unit),
    age: relativeTime(-(ageMs + passedMs), RED.i18n.lang()),
    highest: valueText(Math.max(...known), unit),
  });
  return complete ? text : `${text} ${sidebarText('curve.incomplete')}`;
}

function drawing(curve: DeviceCurve): SVGElement {
  const { lines, zeroY } = curveParts(curve.values, size);
  const svg = svgElement('svg', {
    viewBox: `0 0 ${size.width} ${size.height}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': `${sidebarText('curve.label')} ${summary(curve, 0)}`,
  });
  svg.append(
    svgElement('line', {
      class: 'breakerflow-zero',
      x1: '0',
      x2: String(size.width),
      y1: String(zeroY),
      y2: String(zeroY),
    }),
    ...lines.map((points) => svgElement('polyline', { points })),
  );
  return svg;
}

function svgElement(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const created = document.createElementNS(svgNamespace, tag);
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}
