import type { Page } from 'playwright-core';

/** Drops a file on the page, as people do on the desktop. */
export async function dropFile(page: Page, name: string, text: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ({ name, text }) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], name, { type: 'text/csv' }));
      return transfer;
    },
    { name, text },
  );
  await page.getByText('Drop a file here').dispatchEvent('drop', { dataTransfer: transfer });
}
