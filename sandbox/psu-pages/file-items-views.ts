/**
 * The page with all payments of a file, for a PSU who decides on them or has: a block of the store is a page.
 *
 * @module
 */
import { type FileItemsView, type Locale, renderFileItemsPage } from '#authorize-ui/pages.js'
import type { UploadedFile } from '../consents/uploaded-file.js'
import { itemsIn, itemsOfBlock } from '../payments/files/stored-files.js'
import type { Tenant } from '../tenants/tenant.js'
import { bankName, styleHrefOf } from './error-pages.js'

export interface FileItemsToShow extends Pick<FileItemsView, 'backHref' | 'isDecided'> {
  readonly file: UploadedFile
  /** From 1 on, as the address says it. */
  readonly page: unknown
  readonly tenant: Tenant
  readonly tppName: string
  readonly publicUrl: string
  readonly locale: Locale
  /** The address of a page, which are counted from 1 on. */
  hrefOf(page: number): string
}

export async function renderFileItems(shown: FileItemsToShow): Promise<string> {
  const { file, tenant, tppName, publicUrl, locale, hrefOf, backHref, isDecided } = shown
  const asked = typeof shown.page === 'string' && /^\d{1,6}$/.test(shown.page) ? Number(shown.page) : 1
  const page = Math.min(Math.max(1, asked), file.blocks)
  const items = await itemsIn(tenant.store, file.fileId, page - 1)
  const here = hrefOf(page)
  const other = locale === 'ar' ? 'en' : 'ar'
  return renderFileItemsPage({
    locale,
    styleHref: styleHrefOf(publicUrl),
    bankName,
    tppName,
    purpose: 'payment',
    otherLocaleHref: `${here}${here.includes('?') ? '&' : '?'}lang=${other}`,
    count: file.count,
    from: (page - 1) * itemsOfBlock + 1,
    items: items.map(({ creditor, amountMinor, reference, description }) => ({
      name: creditor.name,
      identification: creditor.iban,
      amount: { minor: amountMinor, currency: file.currency },
      reference,
      description,
    })),
    ...(page > 1 && { previousHref: hrefOf(page - 1) }),
    ...(page < file.blocks && { nextHref: hrefOf(page + 1) }),
    backHref,
    ...(isDecided && { isDecided }),
  })
}
