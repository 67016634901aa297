/**
 * What each permission means to a PSU, in plain words, grouped by purpose. What a Detail permission reads is FACTS 5;
 * its words say only what it adds to the Basic one.
 *
 * @module
 */
import type { Permission } from '#standard/index.js'
import type { Locale } from './page-frame.js'

type Words = Readonly<Record<Locale, string>>

/** Headings, in the order of the page. */
export const purposeTitles = {
  accounts: { en: 'Your accounts', ar: 'حساباتك' },
  cards: { en: 'Card numbers', ar: 'أرقام البطاقات' },
  balances: { en: 'Balances', ar: 'الأرصدة' },
  transactions: { en: 'Transactions', ar: 'المعاملات' },
  statements: { en: 'Statements', ar: 'كشوف الحساب' },
  beneficiaries: { en: 'Saved payees', ar: 'المستفيدون المحفوظون' },
  'standing-orders': { en: 'Standing orders', ar: 'الأوامر المستديمة' },
  'scheduled-payments': { en: 'Scheduled payments', ar: 'المدفوعات المجدولة' },
  'direct-debits': { en: 'Direct debits', ar: 'الخصم المباشر' },
  party: { en: 'Personal details', ar: 'البيانات الشخصية' },
  products: { en: 'Products and offers', ar: 'المنتجات والعروض' },
} as const satisfies Record<string, Words>

export type Purpose = keyof typeof purposeTitles

export interface PermissionInWords extends Words {
  readonly purpose: Purpose
  /** The Basic permission that this one includes. */
  readonly implies?: Permission
}

export const permissionsInWords: Readonly<Record<Permission, PermissionInWords>> = {
  ReadAccountsBasic: {
    purpose: 'accounts',
    en: 'The kind, currency, status, nickname and opening date of each account',
    ar: 'نوع كل حساب وعملته وحالته واسمه المختصر وتاريخ فتحه',
  },
  ReadAccountsDetail: {
    purpose: 'accounts',
    implies: 'ReadAccountsBasic',
    en: 'Account numbers (IBAN), the name of the account holder and the code of the bank',
    ar: 'أرقام الحسابات (الآيبان) واسم صاحب الحساب ورمز البنك',
  },
  ReadPAN: {
    purpose: 'cards',
    en: 'Card numbers in full, where an account has a card',
    ar: 'أرقام البطاقات كاملةً، إن كان للحساب بطاقة',
  },
  ReadBalances: {
    purpose: 'balances',
    en: 'How much is in each account, and its credit limit if it has one',
    ar: 'المبلغ الموجود في كل حساب، وحدّه الائتماني إن وُجد',
  },
  ReadTransactionsBasic: {
    purpose: 'transactions',
    en: 'The date, amount and status of each transaction',
    ar: 'تاريخ كل معاملة ومبلغها وحالتها',
  },
  ReadTransactionsCredits: { purpose: 'transactions', en: 'Money coming in', ar: 'المبالغ الواردة' },
  ReadTransactionsDebits: { purpose: 'transactions', en: 'Money going out', ar: 'المبالغ الصادرة' },
  ReadTransactionsDetail: {
    purpose: 'transactions',
    implies: 'ReadTransactionsBasic',
    en: 'What each one was for: the other party and their account, the shop, the description, and the balance afterwards',
    ar: 'سبب كل معاملة: الطرف الآخر وحسابه، والمتجر، والوصف، والرصيد بعدها',
  },
  ReadStatementsBasic: {
    purpose: 'statements',
    en: 'Which statements there are, and the time each one covers',
    ar: 'الكشوف المتوفرة والفترة التي يغطيها كل منها',
  },
  ReadStatementsDetail: {
    purpose: 'statements',
    implies: 'ReadStatementsBasic',
    en: 'The figures in them: balances, interest, fees and rates',
    ar: 'ما فيها من أرقام: الأرصدة والفوائد والرسوم والنسب',
  },
  ReadBeneficiariesBasic: {
    purpose: 'beneficiaries',
    en: 'The list of your saved payees, with the reference you use for each',
    ar: 'قائمة المستفيدين المحفوظين، والمرجع الذي تستخدمه لكل منهم',
  },
  ReadBeneficiariesDetail: {
    purpose: 'beneficiaries',
    implies: 'ReadBeneficiariesBasic',
    en: 'Their names, account numbers and banks',
    ar: 'أسماؤهم وأرقام حساباتهم وبنوكهم',
  },
  ReadStandingOrdersBasic: {
    purpose: 'standing-orders',
    en: 'How much each one pays, how often, and when it pays next',
    ar: 'مبلغ كل أمر، وعدد مرات دفعه، وموعد الدفعة القادمة',
  },
  ReadStandingOrdersDetail: {
    purpose: 'standing-orders',
    implies: 'ReadStandingOrdersBasic',
    en: 'Who each one pays: name, account number and bank',
    ar: 'المستفيد من كل أمر: اسمه ورقم حسابه وبنكه',
  },
  ReadScheduledPaymentsBasic: {
    purpose: 'scheduled-payments',
    en: 'The date and amount of each payment you have planned',
    ar: 'تاريخ كل دفعة مجدولة ومبلغها',
  },
  ReadScheduledPaymentsDetail: {
    purpose: 'scheduled-payments',
    implies: 'ReadScheduledPaymentsBasic',
    en: 'Who each one pays: name, account number and bank',
    ar: 'المستفيد من كل دفعة: اسمه ورقم حسابه وبنكه',
  },
  ReadDirectDebits: {
    purpose: 'direct-debits',
    en: 'Who collects money from your accounts, with the last amount and its date',
    ar: 'الجهات التي تحصّل مبالغ من حساباتك، مع آخر مبلغ وتاريخه',
  },
  ReadParty: {
    purpose: 'party',
    en: 'Names and contact details of everyone who holds these accounts',
    ar: 'أسماء جميع أصحاب هذه الحسابات وبيانات الاتصال بهم',
  },
  ReadPartyPSU: {
    purpose: 'party',
    en: 'Your own name and contact details',
    ar: 'اسمك وبيانات الاتصال بك',
  },
  ReadProducts: {
    purpose: 'products',
    en: 'The product behind each account, with its fees and rates',
    ar: 'المنتج الذي يتبعه كل حساب، ورسومه ونسبه',
  },
  ReadOffers: {
    purpose: 'products',
    en: 'Offers made to you on these accounts, such as a higher limit',
    ar: 'العروض المقدّمة لك على هذه الحسابات، مثل رفع الحد الائتماني',
  },
}

/** The permissions of one purpose, in the order of the table. */
export interface PurposeGroup {
  readonly purpose: Purpose
  readonly permissions: readonly Permission[]
}

/**
 * What a PSU is shown when asked for `asked`: each permission once, with those it includes. Transactions without credits
 * or debits named, as 0.0.1 allows, are shown as both.
 */
export function groupByPurpose(asked: readonly Permission[]): readonly PurposeGroup[] {
  const shown = new Set<Permission>(
    asked.flatMap((permission) => [permission, permissionsInWords[permission].implies ?? []]).flat(),
  )
  if (
    shown.has('ReadTransactionsBasic') &&
    !shown.has('ReadTransactionsCredits') &&
    !shown.has('ReadTransactionsDebits')
  ) {
    shown.add('ReadTransactionsCredits').add('ReadTransactionsDebits')
  }

  const ordered = (Object.keys(permissionsInWords) as Permission[]).filter((permission) => shown.has(permission))
  return (Object.keys(purposeTitles) as Purpose[])
    .map((purpose) => ({
      purpose,
      permissions: ordered.filter((permission) => permissionsInWords[permission].purpose === purpose),
    }))
    .filter((group) => group.permissions.length > 0)
}
