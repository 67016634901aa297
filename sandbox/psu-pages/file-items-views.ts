/**
 * The page with all payments of a file, for a PSU who decides on them: a block of the store is a page.
 *
 * @module
 */
import { type Locale, renderFileItemsPage } from '#authorize-ui/pages.js'
import type { UploadedFile } from '../consents/uploaded-file.js'
import { itemsIn, itemsOfBlock } from '../payments/files/stored-files.js'
import type { Tenant } from '../tenants/tenant.js'
import { filePaymentsHref, stepHref } from './authorise-views.js'
import { bankName, styleHrefOf } from './error-pages.js'

export interface FileItemsToShow {
  readonly uid: string
  readonly file: UploadedFile
  /** From 1 on, as the address says it. */
  readonly page: string | undefined
  readonly tenant: Tenant
  readonly tppName: string
  readonly publicUrl: string
  readonly locale: Locale
}

export async function renderFileItems(shown: FileItemsToShow): Promise<string> {
  const { uid, file, tenant, tppName, publicUrl, locale } = shown
  const asked = /^\d{1,6}$/.test(shown.page ?? '') ? Number(shown.page) : 1
  const page = Math.min(Math.max(1, asked), file.blocks)
  const items = await itemsIn(tenant.store, file.fileId, page - 1)
  const here = filePaymentsHref(publicUrl, uid, page)
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
    ...(page > 1 && { previousHref: filePaymentsHref(publicUrl, uid, page - 1) }),
    ...(page < file.blocks && { nextHref: filePaymentsHref(publicUrl, uid, page + 1) }),
    backHref: stepHref(publicUrl, uid, 'consent'),
  })
}
