import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fillBody } from '../../testing/samples/rendering.ts';
import { replaceEmbeds } from './embeds.ts';
import { cleanForeignHtml } from './foreign.ts';

const clean = (html: string) => cleanForeignHtml(html).html;

test('a player from a known service, recognised by its address, becomes its picture and a link', () => {
  assert.equal(
    clean(
      '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?rel=0" title="Knots &amp; bends"></iframe>',
    ),
    '<a href="https://www.youtube.com/watch?v=dQw4w9WgXcQ"><img alt="" src="https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg" /><br />' +
      'Watch the video on YouTube: Knots &amp; bends</a><br />',
  );
  for (const [src, link] of [
    ['https://youtu.be/dQw4w9WgXcQ', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ'],
    ['//www.youtube.com/embed/videoseries?list=PL12', 'https://www.youtube.com/playlist?list=PL12'],
    ['https://player.vimeo.com/video/123?h=ab', 'https://vimeo.com/123/ab'],
    ['https://www.dailymotion.com/embed/video/x7', 'https://www.dailymotion.com/video/x7'],
    ['https://open.spotify.com/embed/episode/1', 'https://open.spotify.com/episode/1'],
    ['https://w.soundcloud.com/player/?url=https%3A//soundcloud.com/a/b', 'https://soundcloud.com/a/b'],
    ['https://maps.example/embed?x=1&amp;y=2', 'https://maps.example/embed?x=1&amp;y=2'],
  ])
    assert.ok(clean(`<iframe src="${src}"></iframe>`).includes(`<a href="${link}">`), src);
});

test('audio, video and older embeds become a picture or a link', () => {
  const video = '<a href="https://a.example/v.mp4">';
  assert.equal(
    clean(
      '<video poster="https://a.example/p.jpg"><source src="https://a.example/v.mp4">No film here</video>',
    ),
    `${video}<img alt="" src="https://a.example/p.jpg" /><br />Watch the video</a><br />`,
  );
  assert.equal(
    clean('<audio src="https://a.example/a.mp3">Old browser</audio>'),
    '<a href="https://a.example/a.mp3">Listen to the recording</a><br />',
  );
  const { text } = fillBody(
    '<audio src="https://a.example/1"></audio><audio src="https://a.example/2"></audio>End',
  );
  assert.match(text, /Listen to the recording \(https:\/\/a\.example\/1\)\nListen to .*\/2\)\nEnd/);
  assert.match(clean('<object><embed src="https://www.youtube.com/v/dQw4w9WgXcQ"></object>'), /watch\?v=/);
  assert.match(clean('<embed src="https://a.example/x.swf">'), /href="https:\/\/a.example\/x.swf"/);
});

test('a lazily loaded picture appears once, at a width suited to mail', () => {
  for (const html of [
    '<img src="data:image/gif;base64,R0" data-src="https://a.example/x.jpg"><noscript><img src="https://a.example/x.jpg"></noscript>',
    '<img class="lazy"><noscript>Turn scripts on <img src="https://a.example/x.jpg"></noscript>',
    '<img data-srcset="https://a.example/s.jpg 300w, https://a.example/x.jpg 1200w,https://a.example/l.jpg 3000w">',
    '<picture><source srcset="https://a.example/x.jpg"><img></picture>',
    '<img srcset="https://a.example/s.jpg, https://a.example/x.jpg 2x">',
  ])
    assert.equal(clean(html).replace(' class="lazy"', ''), '<img src="https://a.example/x.jpg" />', html);
});

test('tracking pixels and embeds that are not http or https are removed', () => {
  for (const html of [
    '<iframe src="https://a.example/count" width="1" height="1"></iframe>',
    '<iframe src="https://a.example/count" style="display: none"></iframe>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<video poster="javascript:alert(1)"><source src="data:video/mp4,x"></video>',
    '<noscript><iframe src="https://a.example/count" height="0"></iframe></noscript>',
  ])
    assert.equal(clean(html), '', html);
});

test('embeds in an author’s own text are replaced too, even with a template in their address', () => {
  assert.match(
    fillBody('A film:\n\n<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>\n\nEnd').html,
    /href="https:\/\/www.youtube.com\/watch\?v=dQw4w9WgXcQ".*Watch the video/,
  );
  assert.match(
    fillBody('<div><iframe src="https://a.example/{{ subscriber.email }}"></iframe></div>').html,
    /href="https:\/\/a.example\/ann[^"]*example.org"/,
  );
});

test('content without embeds is unchanged, byte for byte', () => {
  for (const html of [
    '<p>a</p><img src="https://a.example/x.jpg" srcset="https://a.example/y.jpg 2x">',
    '<!-- <iframe src="https://a.example/"></iframe> --><img src="cid:logo">',
    '<script>"<iframe src=https://a.example/>"</script>',
    '<img src="{{ url }}"><img alt=x>',
  ])
    assert.equal(replaceEmbeds(html), html);
});

test('lost text makes the result doubtful; a replaced embed does not', () => {
  const long = 'Words that nobody would see in the mail. '.repeat(3);
  assert.match(
    cleanForeignHtml(`<p>Short</p><textarea>${long}</textarea>`).doubt,
    /% of the text.*"Words that/,
  );
  assert.equal(
    cleanForeignHtml(`<p>Short</p><video src="https://a.example/v.mp4">${long}</video>`).doubt,
    '',
  );
  assert.equal(cleanForeignHtml(`<p>Short</p><script>${long}</script>`).doubt, '');
});
