type Attributes = Record<string, string | boolean | undefined>;

/** Creates an element. Attributes that are undefined or false are left out. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes))
    if (value !== undefined && value !== false) made.setAttribute(key, value === true ? '' : value);
  made.append(...children);
  return made;
}

/** Creates a line drawing on a 16 × 16 grid. */
export function icon(path: string): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  const attributes = { viewBox: '0 0 16 16', width: '16', height: '16', 'aria-hidden': 'true' };
  const stroke = { fill: 'none', stroke: 'currentColor', 'stroke-width': '1.5', 'stroke-linecap': 'round' };
  for (const [key, value] of Object.entries({ ...attributes, ...stroke, 'stroke-linejoin': 'round' }))
    svg.setAttribute(key, value);
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
