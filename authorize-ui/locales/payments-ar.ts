/**
 * The words of the pages about payments in Arabic.
 *
 * @module
 */
import { html } from '../html.js'
import type { paymentsEn } from './payments-en.js'

/** Minutes to wait, in the number forms of Arabic. */
export function inMinutes(count: number): string {
  if (count === 1) return 'دقيقة واحدة'
  if (count === 2) return 'دقيقتين'
  return count <= 10 ? `${count} دقائق` : `${count} دقيقة`
}

function everyMonths(months: number): string {
  if (months === 1) return 'كل شهر'
  if (months === 2) return 'كل شهرين'
  if (months === 12) return 'كل سنة'
  return months === 24 ? 'كل سنتين' : `كل ${months} أشهر`
}

const ordinal = (count: number) => ['الأول', 'الثاني', 'الثالث', 'الرابع', 'الخامس'][count - 1] ?? String(count)

export const paymentsAr = {
  purposes: {
    payment: {
      steps: { login: 'تسجيل الدخول', consent: 'مراجعة الدفعة', code: 'الموافقة' },
      loginLead: 'اطّلع على ما تطلب هذه الشركة دفعه. لن يُدفع أي مبلغ قبل موافقتك.',
      loginLeave: 'لم تكن تتوقع هذا الطلب؟ اضغط «إلغاء» ولن يُدفع أي مبلغ.',
      leaveNotice: 'عند الرفض أو الإلغاء لن يُدفع أي مبلغ، وستعود إلى الشركة.',
      locked: (minutes) => `رموز خاطئة كثيرة. انتظر ${inMinutes(minutes)} ثم ابدأ من جديد لدى الشركة. لم يُدفع أي مبلغ.`,
    },
    cancellation: {
      steps: { login: 'تسجيل الدخول', consent: 'مراجعة الدفعة', code: 'الموافقة' },
      loginLead: 'اطّلع على الدفعة التي تطلب هذه الشركة إيقافها. تبقى كما هي إلى أن توافق.',
      loginLeave: 'لم تكن تتوقع هذا الطلب؟ اضغط «إلغاء» وستبقى الدفعة كما هي.',
      leaveNotice: 'عند الرفض أو الإلغاء تبقى الدفعة كما هي، وستعود إلى الشركة.',
      locked: (minutes) =>
        `رموز خاطئة كثيرة. انتظر ${inMinutes(minutes)} ثم ابدأ من جديد لدى الشركة. بقيت الدفعة كما هي.`,
    },
  },

  payment: {
    heading: 'هل تريد إجراء هذه الدفعة؟',
    asked: 'ما تطلب هذه الشركة دفعه',
    once: 'تسمح موافقتك بدفعة واحدة فقط، ولا شيء غيرها.',
    confirmed: 'ما ستدفعه',
    payee: 'إلى',
    amount: 'المبلغ',
    fee: 'الرسوم',
    noFee: 'لا توجد',
    total: 'المجموع',
    from: 'من',
    executionAt: 'تاريخ الدفع',
    reference: 'المرجع',
    description: 'الرسالة',
    choose: 'اختر الحساب الذي تدفع منه',
    chooseHint: 'يُخصم المجموع من هذا الحساب.',
    given: 'يُدفع من',
    givenHint: 'حدّدت الشركة هذا الحساب، لذلك لا يمكن اختيار حساب آخر هنا.',
    available: (amount) => html`الرصيد المتاح: ${amount}`,
    taken: (amount) => html`يُخصم منه: ${amount}`,
    tooLittle: 'لا يكفي لهذه الدفعة الآن.',
    nothingToPay: 'ليس لديك حساب يمكن الدفع منه. ارفض الطلب، أو اضغط «إلغاء» للعودة.',
    changeAccount: 'اختيار حساب آخر',
    problems: { 'no-account': 'اختر الحساب الذي تدفع منه، أو ارفض الطلب.' },
    abroad: {
      sent: 'المبلغ المرسل',
      sentAbout: 'المبلغ المرسل تقريبًا',
      rate: 'سعر الصرف',
      until: (when) => html`ثابت حتى ${when}`,
      contract: (name) => html`متفق عليه في العقد ${name}`,
      mayChange: 'قد يتغير إلى حين إجراء الدفعة',
      feesBy: 'من يدفع الرسوم',
      bearers: {
        BorneByDebtor: 'تدفع أنت كل الرسوم',
        BorneByCreditor: 'المستفيد: تُخصم كل الرسوم من المبلغ المرسل',
        Shared: 'تدفع أنت رسوم هذا البنك، ويدفع المستفيد رسوم البنوك الأخرى',
        FollowingServiceLevel: 'بحسب قواعد نظام الدفع',
      },
      totalAbout: 'المجموع تقريبًا',
    },
    file: {
      heading: 'هل تريد إجراء دفعات هذا الملف؟',
      once: 'تسمح موافقتك بدفعات هذا الملف مرة واحدة فقط، ولا شيء غيرها.',
      initiator: 'أعدّه',
      count: 'عدد الدفعات في الملف',
      first: 'أولى الدفعات',
      more: (count) => `و${count} غيرها`,
      all: 'عرض كل دفعات الملف',
      allHeading: 'دفعات هذا الملف',
      shown: (from, to, count) => `الدفعات من ${from} إلى ${to} من أصل ${count}`,
      previous: 'الدفعات السابقة',
      next: 'الدفعات التالية',
      back: 'العودة إلى القرار',
      backToList: 'العودة إلى موافقاتك',
    },
    order: {
      heading: 'هل تريد إنشاء هذا الأمر المستديم؟',
      once: 'تسمح موافقتك بدفعات متكررة كما هو مبيّن هنا، ولا شيء غيرها.',
      amount: 'الدفعة الأولى',
      often: 'التكرار',
      first: 'تاريخ الدفعة الأولى',
      second: 'تاريخ الدفعة الثانية',
      end: 'الانتهاء',
      inAll: (payments) => (payments === '1' ? 'بعد دفعة واحدة' : `عدد الدفعات: ${payments}`),
      noEnd: 'بدون تاريخ انتهاء',
      recurring: 'ثم في كل مرة',
      final: 'الدفعة الأخيرة',
      frequency: {
        everyDay: 'كل يوم',
        everyWorkingDay: 'كل يوم عمل، من الأحد إلى الخميس',
        days: (days) => (days === 2 ? 'كل يومين' : days <= 10 ? `كل ${days} أيام` : `كل ${days} يومًا`),
        weeks: (weeks, weekday) =>
          weeks === 1
            ? `كل أسبوع، يوم ${weekday}`
            : weeks === 2
              ? `كل أسبوعين، يوم ${weekday}`
              : `كل ${weeks} أسابيع، يوم ${weekday}`,
        weekOfMonth: (week, weekday) => `يوم ${weekday} ${ordinal(week)} من كل شهر`,
        months: (months, day) => `${everyMonths(months)}، في اليوم ${day}`,
        monthsFromEnd: (months, day) =>
          `${everyMonths(months)}، في ${day === 1 ? 'اليوم الأخير من الشهر' : `اليوم ${ordinal(day)} قبل نهاية الشهر`}`,
        quarterDays: 'في 25 مارس و24 يونيو و29 سبتمبر و25 ديسمبر',
      },
    },
  },

  myPayments: {
    asked: { payment: 'طلبت منك الدفع', cancellation: 'طلبت إيقاف دفعة' },
    states: {
      active: 'موافَق عليها',
      revoked: 'سُحبت الموافقة',
      lapsed: 'لم تُرسل في موعدها',
      used: 'استُخدمت',
      waiting: 'بانتظار موعدها',
      'on-its-way': 'قيد التنفيذ',
      paid: 'دُفعت',
      'paid-in-part': 'دُفع جزء منها',
      failed: 'لم تُدفع',
      stopped: 'أُوقفت',
      running: 'تُدفع في مواعيدها',
      ended: 'دُفعت كلها',
    },
    changedAt: 'آخر تغيير',
    withdraw: 'سحب الموافقة',
    done: (name) => html`سُحبت موافقتك للشركة ${name}.`,
    withdrawal: {
      heading: 'هل تريد سحب موافقتك؟',
      lead: {
        payment: 'وافقت على هذه الدفعة ولم تُرسل بعد. لن تُدفع بدون موافقتك.',
        cancellation: 'وافقت على إيقاف هذه الدفعة. ستُدفع في موعدها بدون موافقتك.',
      },
      final: 'لا يمكن التراجع عن ذلك. للموافقة من جديد، ابدأ من جديد لدى الشركة.',
      back: 'الإبقاء على موافقتي',
    },
  },

  cancellation: {
    heading: 'هل تريد إيقاف هذه الدفعة؟',
    asked: 'الدفعة التي تطلب هذه الشركة إيقافها',
    effect: 'عند إيقافها لن تُدفع. لم يُخصم أي مبلغ من حسابك لأجلها.',
    confirmed: 'الدفعة التي ستوقفها',
  },
} satisfies typeof paymentsEn
