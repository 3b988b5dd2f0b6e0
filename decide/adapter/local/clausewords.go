package local

// The words that tell a clause of its own from the rest of another.

// aroundWords may stand before any request, and ask for nothing.
const aroundWords = `please pls plz kindly and or also then now next first firstly second secondly third lastly finally last
	afterwards afterward meanwhile later so ok okay oh well hey hi hello just maybe perhaps quickly actually too plus but
	besides computer thanks thank`

// behindWords may stand behind any.
const behindWords = `please pls plz thanks thank thx cheers ta first afterwards afterward later too also as well`

const questionWords = `whether what which who whom whose when where why how whats whos wheres hows whens`

const auxiliaryWords = `is are was were am isn't aren't do does did has have had can could will would shall should may might must
	isnt arent dont doesnt doesn didn isn aren wasn won couldn wouldn gonna 's 're 'll 'd 've 'm needs need`

const subjectWords = `i we you`

const thirdWords = `it they he she that this these those there everything something`

const wishWords = `need want would wanna like 'd should must have wish require`

const againWords = `another more again same likewise ditto similarly`

const detailWords = `in on at for from with without by about to until till of off into onto inside since before after during under over
	above below between near next only except not never than per as like because while when that if unless via per within
	through against toward towards rather especially including preferably`

const determinerWords = `the a an my our your his her its their this that these those some any all each every both no it them me us him
	what whats which who where how everything anything something`

// objectWords begin a thing, and stand behind no other.
const objectWords = `the my a an our this that these those all every it them me us your`

const knownWords = `the my our your his her their its this that these those`

// seesWords say no more than that something is to be seen.
const seesWords = `check show see tell display give list view what whats what's what 's is are me us the my`

const particleWords = `up down off on out away back`

// orderWords say that what follows comes after.
const orderWords = `then next after afterwards afterward`

// reportVerbs take what follows them as a text: remind me to buy milk.
const reportVerbs = `remind note write say message text tell remember record jot post type dictate reply answer`

// phrasal are first verbs of two that ask for one thing: try and find it.
const phrasal = `try go come wait sure be stop look sit hurry`

// alwaysVerbs say what to do wherever a clause begins with one. Those that name
// a thing as often are in the lists below.
const alwaysVerbs = `add adjust allow append apply archive arrange ask attach begin bin block boot bring browse build buy calculate cancel
	check choose collect compare compile compress compute configure confirm connect continue convert count create decline
	decrease delete deliver deploy describe determine dim disable discard disconnect display ditch divide do download drop
	dump edit eject enable encrypt ensure erase examine exit explain export extract fetch figure fill find finish fix flip
	forget format forward generate get give go grab halt hand heat hibernate hide identify import increase inform inspect
	install invite join keep kill launch leave let list listen locate lock look lower maintain make measure merge minimize
	move multiply mute navigate notify organize pause pay pick ping play please poke power press print proceed provide
	publish pull purge push put query quit raise read reboot rebuild recall recommend reduce refresh refund reload
	remember remind remove rename repeat replace reply reschedule reserve reset resize resolve restart restore resume
	retrieve retry return reveal roll run save scan search see select send set shift shorten show shred shut silence skip
	solve sort speak spin split start stop store subtract summarize suspend switch sync take tell terminate throw toggle
	translate try turn uninstall unlock unmount unmute unpack unzip update upgrade upload verify view wake warm wipe
	withdraw write zip`

// beforeVerbs do where something other than a preposition follows.
const beforeVerbs = `book bump call cat change charge chill clean clear close complete copy cp crop curl df dial du email empty fax file
	flag free grep hold jot lend lift light load log ls mail mark message monitor mv name note open order pack paint park
	pass paste phone pin plan plot post record report resize review ring rm schedule share shrink sign snap stream tag
	test text tidy touch track trash type uname visit water`

// objectVerbs do where what they are about follows.
const objectVerbs = `age back backup balance battery brush cook cool cut drain drive dry face feed fire focus fold guess hang head help hit
	id judge label land lead level line link machine map match mind model mount need offer pair part picture place point
	process question rate rest ride round rule score seal seat shade ship shoot shop size sound space spell stack stage
	stamp state step stress study sum surf swap sweep table taste time tip total trade train trim tune use vote walk wash
	watch weigh weight whisper wire work wrap`
