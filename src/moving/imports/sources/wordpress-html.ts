/** Shortcodes whose output only their plugin knows, and which contain no text. */
const empty =
  /\[\/?(?:gallery|playlist|contact-form(?:-7)?|contact-field|jetpack_subscription_form|subscribe2?|sharethis|social|recent-posts|wpforms|ninja_form|mc4wp_form|mailpoet_form|toc|nextpage)\b[^\]]*\]/g;

const blocks =
  'address|article|aside|blockquote|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|iframe|li|main|nav|ol|p|pre|section|table|ul|script|style|!--';

/** Blocks that end a paragraph even without an empty line. */
const containers = 'blockquote|div|figure|h[1-6]|ol|section|table|ul';

/**
 * Returns the text of a WordPress post as HTML. Shortcodes are resolved or removed, and paragraphs, which WordPress adds to texts of the
 * old editor when it shows a post, are added here.
 */
export function tidyWordPress(content: string): string {
  const html = content
    .replace(/\r\n?/g, '\n')
    .replace(/\[caption\b[^\]]*\](.*?)\[\/caption\]/gs, (_, inner: string) => figureOf(inner))
    .replace(/\[(embed|audio|video)\b[^\]]*\]\s*(https?:\/\/[^\s[]+)\s*\[\/\1\]/g, '\n\n$2\n\n')
    .replace(
      /\[(?:audio|video|embed)\b[^\]]*?\b(?:src|mp3|mp4|m4a|url)="(https?:\/\/[^"]+)"[^\]]*\](?:\[\/(?:audio|video|embed)\])?/g,
      '\n\n$1\n\n',
    )
    .replace(empty, '')
    .replace(/<!--more.*?-->|<!--nextpage-->|<!--noteaser-->/g, '');
  const isBlocks = /<!-- wp:/.test(html);
  const plain = html.replace(/<!-- \/?wp:[^>]*?-->/g, '');
  return linkBare(isBlocks || /<p[\s>]/.test(plain) ? plain : addParagraphs(plain));
}

/** Returns `<img> The caption` as a figure. */
function figureOf(inner: string): string {
  const picture = /^\s*(?:<a\b[^>]*>\s*)?<img\b[^>]*>(?:\s*<\/a>)?/.exec(inner)?.[0];
  if (picture === undefined) return inner;
  const caption = inner.slice(picture.length).trim();
  return `\n\n<figure>${picture.trim()}${caption === '' ? '' : `<figcaption>${caption}</figcaption>`}</figure>\n\n`;
}

/** Does what wpautop does: an empty line ends a paragraph, any other line end is a break. */
function addParagraphs(html: string): string {
  const block = new RegExp(`^<\\/?(?:${blocks})\\b|^<!--`, 'i');
  return html
    .replace(new RegExp(`(</(?:${containers})>)[ \\t]*\\n`, 'gi'), '$1\n\n')
    .replace(new RegExp(`\\n(?=<(?:${containers})\\b)`, 'gi'), '\n\n')
    .split(/(<pre\b.*?<\/pre>)/is)
    .map((part, at) =>
      at % 2 === 1
        ? part
        : part
            .split(/\n\s*\n/)
            .map(piece => piece.trim())
            .filter(piece => piece !== '')
            .map(piece => (block.test(piece) ? piece : `<p>${piece.replace(/\n/g, '<br>\n')}</p>`))
            .join('\n'),
    )
    .join('\n');
}

/** Turns an address that is alone in its paragraph into a link. WordPress would embed the page at that address. */
function linkBare(html: string): string {
  return html.replace(
    /(<p>|<div class="wp-block-embed__wrapper">)\s*(https?:\/\/[^\s<"]+)\s*(?=<\/p>|<\/div>)/g,
    '$1<a href="$2">$2</a>',
  );
}
