import type { SiteDevice } from '../../admin-api';
import { element } from '..';
import { placeUnder } from './add-node';

/** A shorter movement is a click and not a drag. */
const thresholdPx = 6;

interface DragOptions {
  readonly host: HTMLElement;
  readonly deviceOf: (target: HTMLElement) => { readonly device: SiteDevice; readonly name: string } | undefined;
  readonly onDrop: (device: SiteDevice, at: { readonly x: number; readonly y: number }) => void;
}

/** Lets a row be dragged to the canvas with a mouse or a pen; a finger scrolls. */
export function letDrag({ host, deviceOf, onDrop }: DragOptions): void {
  host.addEventListener('pointerdown', (start) => {
    const dragged = deviceOf(start.target as HTMLElement);
    if (start.button !== 0 || start.pointerType === 'touch' || dragged === undefined) return;
    const ending = new AbortController();
    const { signal } = ending;
    let ghost: HTMLElement | undefined;

    function move({ clientX, clientY }: PointerEvent): void {
      if (ghost === undefined) {
        if (Math.hypot(clientX - start.clientX, clientY - start.clientY) < thresholdPx) return;
        ghost = element('div', { class: 'breakerflow-ghost' }, [dragged?.name ?? '']);
        document.body.append(ghost);
      }
      ghost.style.left = `${clientX}px`;
      ghost.style.top = `${clientY}px`;
      ghost.classList.toggle('breakerflow-droppable', placeUnder(clientX, clientY) !== undefined);
    }
    function end(at?: ReturnType<typeof placeUnder>): void {
      ending.abort();
      const wasDragged = ghost !== undefined;
      ghost?.remove();
      if (wasDragged && at !== undefined && dragged !== undefined) onDrop(dragged.device, at);
    }

    document.addEventListener('pointermove', move, { signal });
    document.addEventListener('pointerup', ({ clientX, clientY }) => end(placeUnder(clientX, clientY)), { signal });
    document.addEventListener('pointercancel', () => end(), { signal });
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(), { signal });
  });
  // The browser's own dragging of text would take the pointer away.
  host.addEventListener('dragstart', (event) => event.preventDefault());
}
