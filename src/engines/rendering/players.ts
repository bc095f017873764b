/** What a reader can do with an embedded player: open its page, and perhaps see its picture. */
export type Player = { url: string; label: string; image: string | null };

type Reader = (url: URL) => Player | null;

const videoId = /^[\w-]{11}$/;

function youtube(url: URL): Player | null {
  const [, first = '', second = ''] = url.pathname.split('/');
  const list = url.searchParams.get('list');
  const id = url.hostname === 'youtu.be' ? first : (url.searchParams.get('v') ?? second);
  const label = 'Watch the video on YouTube';
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
  return id === undefined
    ? null
    : { url: `https://vimeo.com/${id}${rest}`, label: 'Watch the video on Vimeo', image: null };
}

function dailymotion(url: URL): Player | null {
  const id = /^\/(?:embed\/)?video\/(\w{1,30})/.exec(url.pathname)?.[1] ?? url.searchParams.get('video');
  if (id === null || !/^\w{1,30}$/.test(id)) return null;
  const at = 'https://www.dailymotion.com';
  return {
    url: `${at}/video/${id}`,
    label: 'Watch the video on Dailymotion',
    image: `${at}/thumbnail/video/${id}`,
  };
}

function spotify(url: URL): Player | null {
  const path = url.pathname.replace(/^\/embed(?:-podcast)?\//, '/');
  return { url: `https://open.spotify.com${path}`, label: 'Listen on Spotify', image: null };
}

function soundcloud(url: URL): Player | null {
  const page = URL.parse(url.searchParams.get('url') ?? '');
  const isPage = page !== null && /(?:^|\.)soundcloud\.com$/.test(page.hostname);
  return { url: isPage ? page.href : url.href, label: 'Listen on SoundCloud', image: null };
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
 * The player at an address, derived from the address alone; any other page is a link to its host. Null if it is not
 * http or https.
 */
export function playerAt(address: string): Player | null {
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address);
  if (url === null || !/^https?:$/.test(url.protocol)) return null;
  const host = url.hostname.replace(/^www\./, '');
  return (
    readers.get(host)?.(url) ?? { url: url.href, label: `Open the embedded page (${host})`, image: null }
  );
}
