import { element } from '../elements/element.ts';

/** Lets somebody choose pictures on their device. */
export function chooseImages(onChoose: (files: File[]) => void): void {
  const input = element('input', {
    type: 'file',
    accept: 'image/png,image/jpeg,image/gif,image/webp,image/avif',
    multiple: true,
  });
  input.addEventListener('change', () => onChoose([...(input.files ?? [])]));
  input.click();
}
