/**
 * The words of the pages in Arabic.
 *
 * @module
 */
import { html } from '../html.js'
import type { Messages } from './messages.js'

/** How many tries are left, in the number forms of Arabic. */
function attemptsLeft(count: number): string {
  if (count === 1) return 'بقيت لك محاولة واحدة.'
  if (count === 2) return 'بقيت لك محاولتان.'
  return count >= 3 && count <= 10 ? `بقيت لك ${count} محاولات.` : `بقيت لك ${count} محاولة.`
}

export const ar = {
  direction: 'rtl',
  otherLanguage: 'English',
  errorPrefix: 'خطأ: ',
  sandbox: 'بيئة تجريبية',
  sandboxNote: 'بنك للاختبار وعملاؤه من نسج الخيال. لا أموال حقيقية هنا.',

  stepOf: (current, total) => `الخطوة ${current} من ${total}`,
  steps: { login: 'تسجيل الدخول', consent: 'اختيار الحسابات', code: 'الموافقة' },

  requestedBy: 'مقدّم الطلب',
  nameNotice: 'اختارت الشركة هذا الاسم بنفسها. لا تتابع إلا إذا كنت تعرفها.',

  buttons: {
    login: 'تسجيل الدخول',
    continue: 'متابعة',
    approve: 'موافقة',
    reject: 'رفض',
    cancel: 'إلغاء',
    confirm: 'تأكيد',
    save: 'حفظ التغييرات',
    revoke: 'إيقاف المشاركة',
    'log-out': 'تسجيل الخروج',
  },

  login: {
    heading: 'تسجيل الدخول',
    lead: 'اطّلع على ما تطلبه هذه الشركة. لن نشارك معها أي شيء قبل موافقتك.',
    passwordNotice: 'كلمة مرورك تبقى هنا، ولن تراها الشركة أبداً.',
    username: 'اسم المستخدم',
    password: 'كلمة المرور',
    wayOut: 'لم تكن تتوقع هذا الطلب؟ اضغط «إلغاء» ولن نشارك أي شيء.',
    problems: {
      'wrong-credentials': 'اسم المستخدم أو كلمة المرور غير صحيح. تحقّق منهما وحاول مرة أخرى.',
      locked: 'أُوقف الدخول باسم المستخدم هذا بعد محاولات خاطئة كثيرة. استخدم اسماً آخر، أو اضغط «إلغاء» للعودة.',
      missing: 'أدخل اسم المستخدم وكلمة المرور.',
    },
  },

  consent: {
    heading: 'هل تريد مشاركة معلومات حساباتك؟',
    loggedInAs: (name) => html`تم تسجيل الدخول باسم ${name}`,
    asked: 'ما تريد هذه الشركة الاطلاع عليه',
    limits: 'يمكنها الاطلاع فقط، ولا يمكنها إجراء مدفوعات أو تغيير أي شيء.',
    accessUntil: 'يستمر الاطلاع حتى',
    noEnd: 'بلا تاريخ انتهاء، إلى أن تسحب موافقتك',
    period: 'المعاملات المشمولة',
    fromTo: (from, to) => html`من ${from} إلى ${to}`,
    fromOn: (from) => html`ابتداءً من ${from}`,
    upTo: (to) => html`حتى ${to}`,
    wholePeriod: 'جميع المعاملات المسجّلة، وكل معاملة جديدة',
    timeZone: 'الأوقات بتوقيت البحرين.',
    choose: 'اختر الحسابات التي تريد مشاركتها',
    chooseHint: 'نشارك الحسابات التي تحددها فقط.',
    nothingToShare: 'ليس لديك حساب يمكن مشاركته. ارفض الطلب، أو اضغط «إلغاء» للعودة.',
    wayOut: 'عند الرفض أو الإلغاء لن نشارك أي شيء، وستعود إلى الشركة.',
    problems: { 'no-account': 'اختر حساباً واحداً على الأقل، أو ارفض الطلب.' },
  },

  code: {
    heading: 'وافق باستخدام رمز التحقق',
    accounts: 'الحسابات التي ستشاركها',
    code: 'رمز التحقق لمرة واحدة',
    hint: 'لا ترسل البيئة التجريبية أي رسالة. تجد رمز كل عميل تجريبي في المكان الذي شُغّلت منه.',
    attemptsLeft,
    wayOut: 'عند الرفض أو الإلغاء لن نشارك أي شيء، وستعود إلى الشركة.',
    problems: { 'wrong-code': 'رمز التحقق غير صحيح.', missing: 'أدخل رمز التحقق.' },
  },

  error: {
    detail: 'معلومات للمطوّر',
    reference: 'الرقم المرجعي',
    kinds: {
      expired: {
        heading: 'انتهت صلاحية هذا الطلب',
        text: 'مضى وقت طويل دون أن تتخذ قرارك، ولم نشارك أي شيء. عُد إلى الشركة وابدأ من جديد.',
      },
      'already-decided': {
        heading: 'سبق البتّ في هذا الطلب',
        text: 'تمت الموافقة على الطلب أو رفضه من قبل، ولم يبقَ ما تفعله هنا. يمكنك إغلاق هذه الصفحة.',
      },
      'unknown-request': {
        heading: 'لا نعرف هذا الطلب',
        text: 'قد يكون العنوان غير مكتمل، أو لم يعد الطلب محفوظاً لدينا. عُد إلى الشركة وابدأ من جديد.',
      },
      'bad-request': {
        heading: 'لا يمكننا قبول هذا الطلب',
        text: 'أرسلت الشركة طلباً غير صالح، ولم نشارك أي شيء. لا يمكنك تصحيح ذلك من هنا.',
      },
      unexpected: {
        heading: 'حدث خطأ لدينا',
        text: 'لم نتمكن من إتمام هذه الخطوة. عُد إلى الشركة وحاول مرة أخرى بعد بضع دقائق.',
      },
    },
  },

  accountKinds: {
    ChargeCard: 'بطاقة دفع آجل',
    CreditCard: 'بطاقة ائتمان',
    CurrentAccount: 'حساب جارٍ',
    EWallet: 'محفظة إلكترونية',
    Loan: 'قرض',
    Mortgage: 'قرض عقاري',
    PrePaidCard: 'بطاقة مسبقة الدفع',
    Savings: 'حساب توفير',
    Deposit: 'حساب وديعة',
  },
} satisfies Messages
