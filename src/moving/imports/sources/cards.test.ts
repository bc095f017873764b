import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanIssue } from '../issues/clean.ts';

const imported = (source: 'ghost' | 'substack', html: string) =>
  cleanIssue({ html, base: 'https://low.example/', source }).html.trim();

const ghost: [what: string, html: string, card: string][] = [
  [
    'a bookmark',
    '<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://eel.example/?a=1&amp;b=2"><div class="kg-bookmark-content"><div class="kg-bookmark-title">Eels &lt;3</div><div class="kg-bookmark-description">How they come\n back</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="https://eel.example/icon.png" alt=""><span class="kg-bookmark-author">Eel</span></div></div><div class="kg-bookmark-thumbnail"><img src="https://eel.example/t.png" alt=""></div></a></figure>',
    '<a class="bookmark" href="https://eel.example/?a=1&amp;b=2"><strong>Eels &lt;3</strong><br />How they come back</a>',
  ],
  [
    'a button',
    '<div class="kg-card kg-button-card kg-align-center"><a href="__GHOST_URL__/walk/" class="kg-btn kg-btn-accent">Walk with us</a></div>',
    '<a class="button" href="https://low.example/walk/">Walk with us</a>',
  ],
  [
    'a call to action',
    '<div class="kg-card kg-cta-card kg-cta-bg-grey kg-cta-minimal" data-layout="minimal"><div class="kg-cta-content"><div class="kg-cta-content-inner"><div class="kg-cta-text"><p><span style="white-space: pre-wrap;">Come to the walk.</span></p></div><a href="https://low.example/walk" class="kg-cta-button" style="background-color: #000">Join</a></div></div></div>',
    '<div class="cta"><p>Come to the walk.</p><p><a class="button" href="https://low.example/walk">Join</a></p></div>',
  ],
  [
    'a gallery',
    '<figure class="kg-card kg-gallery-card kg-width-wide kg-card-hascaption"><div class="kg-gallery-container"><div class="kg-gallery-row"><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/a.jpg" width="2000" height="1333" loading="lazy" alt="Mud"></div><div class="kg-gallery-image"><img src="__GHOST_URL__/content/images/b.jpg" width="2000" height="1333" loading="lazy" alt></div></div></div><figcaption>Two <b>tides</b></figcaption></figure>',
    '<div class="gallery"><img alt="Mud" src="https://low.example/content/images/a.jpg" /><img alt="" src="https://low.example/content/images/b.jpg" /></div><p><small>Two <b>tides</b></small></p>',
  ],
  [
    'a picture with a caption',
    '<figure class="kg-card kg-image-card kg-card-hascaption"><img src="https://low.example/m.jpg" class="kg-image" alt="Mud" loading="lazy" width="2000" height="1333"><figcaption><span style="white-space: pre-wrap;">Mud &amp; more</span></figcaption></figure>',
    '<figure><img alt="Mud" src="https://low.example/m.jpg" /><figcaption>Mud &amp; more</figcaption></figure>',
  ],
  [
    'a callout',
    '<div class="kg-card kg-callout-card kg-callout-card-grey"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Mind the <i>channel</i>.</div></div>',
    '<div class="callout"><p>💡 Mind the <i>channel</i>.</p></div>',
  ],
];

const substack: [what: string, html: string, card: string][] = [
  [
    'another post',
    '<div class="embedded-post-wrap" data-attrs="{&quot;id&quot;:1,&quot;url&quot;:&quot;https://low.example/p/tides&quot;,&quot;title&quot;:&quot;The \\&quot;tide\\&quot;&quot;,&quot;truncated_body_text&quot;:&quot;Twice a day&quot;}" data-component-name="EmbeddedPostToDOM"></div>',
    '<a class="bookmark" href="https://low.example/p/tides"><strong>The "tide"</strong><br />Twice a day</a>',
  ],
  [
    'a button',
    '<p class="button-wrapper" data-attrs="{&quot;url&quot;:&quot;https://low.example/walk&quot;,&quot;text&quot;:&quot;Join&quot;,&quot;action&quot;:null,&quot;class&quot;:null}" data-component-name="ButtonCreateButton"><a class="button primary" href="https://low.example/walk"><span>Join</span></a></p>',
    '<a class="button" href="https://low.example/walk">Join</a>',
  ],
  [
    'a button with a sentence',
    '<div class="captioned-button-wrap" data-attrs="{}" data-component-name="CaptionedButtonToDOM"><div class="preamble"><p class="cta-caption">Come to the walk.</p></div><p class="button-wrapper" data-attrs="{}"><a class="button primary" href="https://low.example/walk"><span>Join</span></a></p></div>',
    '<div class="cta"><p>Come to the walk.</p><p><a class="button" href="https://low.example/walk">Join</a></p></div>',
  ],
  [
    'a gallery',
    '<div class="image-gallery-embed" data-attrs="{&quot;gallery&quot;:{&quot;images&quot;:[{&quot;type&quot;:&quot;image/jpeg&quot;,&quot;src&quot;:&quot;https://s3.example/a.jpeg&quot;},{&quot;type&quot;:&quot;image/jpeg&quot;,&quot;src&quot;:&quot;https://s3.example/b.jpeg&quot;}],&quot;caption&quot;:&quot;&quot;,&quot;alt&quot;:&quot;&quot;},&quot;isEditorNode&quot;:true}"></div>',
    '<div class="gallery"><img alt="" src="https://s3.example/a.jpeg" /><img alt="" src="https://s3.example/b.jpeg" /></div>',
  ],
  [
    'a picture with a caption',
    '<div class="captioned-image-container"><figure><a class="image-link image2" target="_blank" href="https://substackcdn.com/image/fetch/f_auto/https%3A%2F%2Fs3.example%2Fa.jpeg"><div class="image2-inset"><picture><source type="image/webp" srcset="https://substackcdn.com/image/fetch/w_424/x.jpeg 424w"><img src="https://substackcdn.com/image/fetch/w_1456,c_limit/https%3A%2F%2Fs3.example%2Fa.jpeg" width="1456" height="971" alt="Mud"></picture></div></a><figcaption class="image-caption">At noon</figcaption></figure></div>',
    '<figure><img alt="Mud" src="https://s3.example/a.jpeg" /><figcaption>At noon</figcaption></figure>',
  ],
  [
    'a callout',
    '<div class="callout-block" data-callout="true"><p>Mind the <em>channel</em>.</p></div>',
    '<div class="callout"><p>Mind the <em>channel</em>.</p></div>',
  ],
];

test('cards of Ghost and Substack are imported as cards', () => {
  for (const [what, html, card] of ghost) assert.equal(imported('ghost', html), card, `Ghost: ${what}`);
  for (const [what, html, card] of substack)
    assert.equal(imported('substack', html), card, `Substack: ${what}`);
});

test('no content is lost when a card is made', () => {
  const linked =
    '<figure class="kg-card kg-image-card"><a href="https://low.example/walk"><img src="https://low.example/m.jpg" alt="Mud"></a><figcaption>Mud</figcaption></figure>';
  assert.match(imported('ghost', linked), /<a href="https:\/\/low\.example\/walk"><img/);
  const marked =
    '<div class="captioned-image-container"><figure><img src="https://s3.example/a.jpeg" alt="Mud"><figcaption class="image-caption">From <a href="https://eel.example">Eel</a></figcaption></figure></div>';
  assert.match(imported('substack', marked), /From <a href="https:\/\/eel\.example">Eel<\/a>/);
  const upgrade =
    '<div class="captioned-button-wrap"><p class="cta-caption">Upgrade</p><p class="button-wrapper"><a class="button primary" href="%%checkout_url%%"><span>Upgrade</span></a></p></div>';
  assert.doesNotMatch(imported('substack', upgrade), /%%|class="cta"/);
});
