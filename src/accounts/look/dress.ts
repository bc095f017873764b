import { ownColorRules } from '../../engines/styles/own-color-rules.ts';
import { ownCss } from '../../engines/styles/own-css.ts';
import type { Dress } from '../../platform/http/public-pages.ts';
import { completeLook, type Designs, designOf } from './designs.ts';
import { emptyLook, type Look } from './fields.ts';
import { customProperties, styleOf, styleVariables } from './style.ts';

/** How many looks are kept; making one takes a millisecond. */
const mostKept = 500;

/**
 * Returns a function that makes the CSS and page parts of a newsletter from its look, with these themes. `own_urls` are the addresses of
 * its uploads. A page that belongs to no newsletter has the usual look.
 */
export function openWardrobe(designs: Designs, own_urls: string[]): (look: object | undefined) => Dress {
  const kept = new Map<string, Dress>();
  return (look = emptyLook) => {
    const name = JSON.stringify(look);
    const dress = kept.get(name) ?? dressOf(designs, own_urls, look as Look);
    kept.delete(name); // and add it at the end, so that the first one is the least recently used
    kept.set(name, dress);
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!);
    return dress;
  };
}

function dressOf(designs: Designs, own_urls: string[], look: Look): Dress {
  const design = designOf(designs, look);
  const style = styleOf(completeLook(look, design));
  return {
    css: customProperties(style) + ownColorRules(style.light === style.dark) + design.site_css,
    site_css: withContainment(ownPageCss(look.web_css, own_urls).css),
    pages: design.pages,
  };
}

/** Returns the part of a newsletter's own CSS for pages that is used, and what is left out. */
export function ownPageCss(css: string, own_urls: string[]): ReturnType<typeof ownCss> {
  if (css.trim() === '') return { css: '', faults: [] };
  const isOwnFile = (address: string) =>
    own_urls.some(url => address.startsWith(`${url}/files/`)) ||
    /^\/(?:[^/\s]+\/)*files\/[^\s]*$/.test(address);
  return ownCss(css, { of: 'pages', isOwnFile, variables: new Set(styleVariables) });
}

const containment = ['position:relative', 'contain:paint', 'overflow:clip', 'overflow-clip-margin:8px'];

/** Keeps everything in an element of the site from being painted beyond it, so that no rule can cover a form or a link. */
function withContainment(css: string): string {
  // An important declaration in a layer wins over an important one in the newsletter's own rules.
  return css && `@layer kept{.site{${containment.join('!important;')}!important}}${css}`;
}
