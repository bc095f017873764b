import type { Words } from '../../platform/languages/catalogue.ts';

/** The replacement for an embedded player: a link to its page, and perhaps its picture. */
export type Player = { url: string; label: Label; image: string | null };

/** The texts of links in place of players, in English. `{host}` is the host of the page. */
const english = {
  youtube: 'Watch the video on YouTube',
  vimeo: 'Watch the video on Vimeo',
  dailymotion: 'Watch the video on Dailymotion',
  spotify: 'Listen on Spotify',
  soundcloud: 'Listen on SoundCloud',
  page: 'Open the embedded page ({host})',
  audio: 'Listen to the recording',
  video: 'Watch the video',
};
export type Label = keyof typeof english;
export type Labels = Record<Label, string>;

/** Returns the labels in the language of these words. */
export function labelsIn(words: Words): Labels {
  const names = Object.keys(english) as Label[];
  const said = names.map(name => [
    name,
    words.say(`embed.${name}`, { host: '{host}' }).replace(/[\u2068\u2069]/g, ''),
  ]);
  return Object.fromEntries(said) as Labels;
}

/** Returns the text of the link. Without `labels`, in English. */
export function labelFor(label: Label, url: string, labels: Labels = english): string {
  return labels[label].replace('{host}', () => (URL.parse(url)?.hostname ?? '').replace(/^www\./, ''));
}

/** Whether it is the picture of a player. It is inside the player's link, whose words describe it. */
export function isPlayersPicture(src: string): boolean {
  return /^https:\/\/(?:i\.ytimg\.com\/vi\/[\w-]{11}\/hqdefault\.jpg|www\.dailymotion\.com\/thumbnail\/video\/\w+)$/.test(
    src,
  );
}

type Reader = (url: URL) => Player | null;

const videoId = /^[\w-]{11}$/;

function youtube(url: URL): Player | null {
  const [, first = '', second = ''] = url.pathname.split('/');
  const list = url.searchParams.get('list');
  const id = url.hostname === 'youtu.be' ? first : (url.searchParams.get('v') ?? second);
  const label = 'youtube';
  if (videoId.test(id) && id !== 'videoseries') {
    const image = `https://i.ytimg.com/vi/${id}/hqdefault.jpg`;
    return { url: `https://www.youtube.com/watch?v=${id}`, label, image };
  }
  if (list === null || !/^[\w-]{2,64}$/.test(list)) return null;
  return { url: `https://www.youtube.com/playlist?list=${list}`, label, image: null };
}

function vimeo(url: URL): Player | null {
  const id = /^\/(?:video\/)?(\d{1,15})/.exec(url.pathname)?.[1];
  const secret = url.searchParams.get('h');
  const rest = secret !== null && /^\w{1,40}$/.test(secret) ? `/${secret}` : '';
  return id === undefined ? null : { url: `https://vimeo.com/${id}${rest}`, label: 'vimeo', image: null };
}

function dailymotion(url: URL): Player | null {
  const id = /^\/(?:embed\/)?video\/(\w{1,30})/.exec(url.pathname)?.[1] ?? url.searchParams.get('video');
  if (id === null || !/^\w{1,30}$/.test(id)) return null;
  const at = 'https://www.dailymotion.com';
  return {
    url: `${at}/video/${id}`,
    label: 'dailymotion',
    image: `${at}/thumbnail/video/${id}`,
  };
}

function spotify(url: URL): Player | null {
  const path = url.pathname.replace(/^\/embed(?:-podcast)?\//, '/');
  return { url: `https://open.spotify.com${path}`, label: 'spotify', image: null };
}

function soundcloud(url: URL): Player | null {
  const page = URL.parse(url.searchParams.get('url') ?? '');
  const isPage = page !== null && /(?:^|\.)soundcloud\.com$/.test(page.hostname);
  return { url: isPage ? page.href : url.href, label: 'soundcloud', image: null };
}

const readers = new Map<string, Reader>([
  ...['youtube.com', 'm.youtube.com', 'youtube-nocookie.com', 'youtu.be'].map((host): [string, Reader] => [
    host,
    youtube,
  ]),
  ['player.vimeo.com', vimeo],
  ['vimeo.com', vimeo],
  ['dailymotion.com', dailymotion],
  ['geo.dailymotion.com', dailymotion],
  ['open.spotify.com', spotify],
  ['w.soundcloud.com', soundcloud],
]);

/**
 * Returns the player at an address, derived from the address alone; any other page is a link to its host. Null if it is not http or https.
 */
export function playerAt(address: string): Player | null {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, '');
  return readers.get(host)?.(url) ?? { url: url.href, label: 'page', image: null };
}
