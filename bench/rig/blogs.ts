/** The number of posts in a blog's feed. */
const shown = 20;

const paragraph =
  'A paragraph of ordinary length, as blogs have them, with <b>weight</b> and some <em>emphasis</em>: it goes on for a while, says what happened in the harbour this week, and stops.';

/** Returns the address of a blog. Every ten consecutive blogs share a host. */
export function addressOf(blog: number, port: number): string {
  return `http://host-${Math.floor(blog / 10)}.example:${port}/${blog}.xml`;
}

/** Returns true if the blog has news, as one in ten has. */
export function hasNews(blog: number): boolean {
  return blog % 10 === 0;
}

export function etagOf(blog: number, posts: number): string {
  return `"${blog}-${posts}"`;
}

/** Returns the feed of a blog with `posts` posts, a week apart: RSS 2.0 of about 25 kB. `built` is the time of writing. */
export function documentOf(blog: number, posts: number, built = ''): string {
  const items = Array.from({ length: Math.min(shown, posts) }, (_, at) => {
    const post = posts - at;
    const link = `https://host-${Math.floor(blog / 10)}.example/${blog}/${post}`;
    const content = `<p>Post ${post} of blog ${blog}.</p>${`<p>${paragraph}</p>`.repeat(5)}`;
    return `<item><title>Post ${post}</title><link>${link}</link><guid isPermaLink="false">${blog}/${post}</guid><pubDate>${new Date(Date.UTC(2026, 0, 1 + 7 * post)).toUTCString()}</pubDate><description><![CDATA[${content}]]></description></item>`;
  });
  return `<?xml version="1.0" encoding="utf-8"?><rss version="2.0"><channel><title>Blog ${blog}</title><link>https://host-${Math.floor(blog / 10)}.example/${blog}</link><description>A blog</description>${built && `<lastBuildDate>${built}</lastBuildDate>`}${items.join('\n')}</channel></rss>`;
}

/** The number of posts that every blog had in the beginning. */
export const postsBefore = 40;

/** Returns the number of posts of a blog when those with news have had this many new ones. */
export function postsOf(blog: number, news: number): number {
  return postsBefore + (hasNews(blog) ? news : 0);
}
