import type { Browser } from 'playwright-core';
import { type Client, createClient } from '../../src/client/client.ts';
import { day_ms } from '../../src/platform/durations.ts';
import { publications, shoreDrawing, shoreLook } from './publications.ts';

/** Gives the newsletter with this key its look, and creates the other newsletters with their issues. */
export async function publishAll(browser: Browser, base_url: string, key: string): Promise<void> {
  const owner = createClient({ base_url, key });
  const header_image = await upload(base_url, key, await draw(browser, shoreDrawing));
  await setLook(owner, 'newsletter', { ...shoreLook, header_image });
  for (const { name, username, description, look, issues } of publications) {
    const { data } = await owner.post('/v1/newsletters', { body: { name, username, description } });
    const client = createClient({ base_url, key: data!.api_key });
    await setLook(client, username, look);
    for (const [at, { drawing, ...issue }] of issues.entries()) {
      const image = drawing && (await upload(base_url, data!.api_key, await draw(browser, drawing)));
      await client.post('/v1/emails', {
        body: {
          ...issue,
          body: issue.description,
          status: 'imported',
          publish_date: new Date(Date.now() - (2 + at * 7) * day_ms).toISOString(),
          ...(image && { image }),
        },
      });
    }
  }
}

async function setLook(client: Client, username: string, look: object): Promise<void> {
  const { data } = await client.get('/v1/newsletters');
  const { id } = data!.results.find(one => one.username === username)!;
  const { error } = await client.patch('/v1/newsletters/{id}', { params: { id }, body: look });
  if (error) throw new Error(error.detail);
}

/** Returns the drawing as a JPEG. */
async function draw(browser: Browser, drawing: string): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: 1200, height: 800 } });
  await page.setContent(
    `<style>body{margin:0}svg{display:block}</style><svg width="1200" height="800" fill="none">${drawing}</svg>`,
  );
  const image = await page.screenshot({ type: 'jpeg', quality: 85 });
  await page.close();
  return image;
}

async function upload(base_url: string, key: string, image: Buffer): Promise<string> {
  const body = new FormData();
  body.append('image', new File([new Uint8Array(image)], 'picture.jpg', { type: 'image/jpeg' }));
  const answer = await fetch(`${base_url}/v1/images`, {
    method: 'POST',
    headers: { authorization: `Token ${key}` },
    body,
  });
  return ((await answer.json()) as { image: string }).image;
}
