import { createCell } from '../platform/cell.ts';
import styles from './tooltip.module.css';

type Tip = { text: string; left: number; top: number; is_below: boolean };

const restMilliseconds = 250;
const tip = createCell<Tip | undefined>(undefined);
const margin = 8;

/**
 * Shows the text of `data-tip` when the pointer rests on an element or the keyboard reaches it, until it leaves or Escape is pressed. One
 * listener serves the whole page, so that long lists can have many tips.
 */
export function listenForTips(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hide = () => {
    clearTimeout(timer);
    tip.set(undefined);
  };
  const show = (target: EventTarget | null, rest: number) => {
    const element = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null;
    hide();
    if (element) timer = setTimeout(() => element.isConnected && tip.set(placeAt(element)), rest);
  };
  addEventListener(
    'pointerover',
    event => event.pointerType !== 'touch' && show(event.target, restMilliseconds),
  );
  addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) show(target, 0);
  });
  addEventListener('focusout', hide);
  addEventListener('pointerdown', hide);
  addEventListener('scroll', hide, { passive: true, capture: true });
  addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
}

function placeAt(element: HTMLElement): Tip {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const is_below = top < 80;
  return {
    text: element.dataset.tip ?? '',
    left: Math.min(Math.max((left + right) / 2, margin), innerWidth - margin),
    top: is_below ? bottom + margin : top - margin,
    is_below,
  };
}

/** Opens above everything, including dialogs. */
function showPopover(element: HTMLElement | null) {
  element?.showPopover();
}

/** The place where tips appear. */
export function Tooltip() {
  const shown = tip.use();
  if (!shown?.text) return null;
  const { text, left, top, is_below } = shown;
  return (
    <div
      key={`${left} ${top} ${text}`}
      ref={showPopover}
      popover="manual"
      role="tooltip"
      className={`${styles.tip} ${is_below ? styles.below : ''}`}
      style={{ left: `clamp(${margin}px, ${left}px - 10rem, 100vw - 20rem - ${margin}px)`, top }}
    >
      <span>{text}</span>
    </div>
  );
}
