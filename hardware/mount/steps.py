"""Assembly step by step: what each picture shows, and what is said beside it in English and German; plain data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step.

    Attributes:
        number: From 1; its picture is ``step-01.png`` and so on.
        english: Title, what to do, what is seen then, and what it means when not; ``${names}`` are filled in
            by the guide.
        german: The same.
        shows: Steps whose parts stand there already; empty where only this step's parts are seen.
        azimuth_deg: From where one looks: 0 from the front, 90 from the right.
        elevation_deg: How high one looks from.
        turn: "stand" as it stands, "case front down" as the case lies on the bench.
        is_one_side: Whether only the right wing is shown.
        brings: Steps whose parts are mounted in this one, whole.
        brings_from: Whence: "below", "inside", "behind the case" or "right".
        hides: Parts left out, for a nearer look.
    """

    number: int
    english: tuple[str, str, str, str]
    german: tuple[str, str, str, str]
    shows: tuple[int, ...] = ()
    azimuth_deg: float = -32.0
    elevation_deg: float = 24.0
    turn: str = "stand"
    is_one_side: bool = False
    brings: tuple[int, ...] = ()
    brings_from: str = ""
    hides: tuple[str, ...] = ()

    @property
    def picture(self) -> str:
        """Return the name of its picture."""
        return f"step-{self.number:02d}.png"


BUTTON_STEP = 14
"""What stands by itself beside the stand is mounted here."""

STEPS = (
    Step(
        number=1,
        english=(
            "Two feet",
            "Slide a steel bar into the wide pocket and a profile into the square one of a cap; foam tape between them "
            "keeps the bar from rattling. Second cap on the other end, an M5 × 10 with a T-nut through the top of "
            "each. Rubber feet into the round recesses.",
            "Both feet lie flat on the table on four rubber feet and do not rock; shaken, nothing rattles.",
            "It rocks: the caps are twisted; loosen both screws, press the foot onto the table, tighten. It rattles: "
            "more foam tape.",
        ),
        german=(
            "Zwei Füße",
            "Flachstahl in die breite, Profil in die quadratische Tasche einer Kappe schieben; Schaumklebeband "
            "dazwischen, damit nichts klappert. Zweite Kappe ans andere Ende, je eine M5 × 10 mit Nutenstein von oben. "
            "Gummifüße in die runden Vertiefungen.",
            "Jeder Fuß liegt mit beiden Gummifüßen auf und wackelt nicht; beim Schütteln klappert nichts.",
            "Er wackelt: Die Kappen sind verdreht; beide Schrauben lockern, Fuß auf den Tisch drücken, festziehen. "
            "Er klappert: mehr Schaumklebeband.",
        ),
    ),
    Step(
        number=2,
        english=(
            "Masts onto the feet",
            "Stand a mast on the middle of each foot, one plate on either face, four M5 × 10 with T-nuts each. The "
            "ridges sit in the slots and keep it upright; check with a square before tightening.",
            "Square to its foot from the front and from the side; no gap under the mast.",
            "It leans: a ridge is not in its slot, or the mast's end was not sawn square; file it.",
        ),
        german=(
            "Masten auf die Füße",
            "Je einen Mast mitten auf einen Fuß stellen, außen und innen eine Platte, je vier M5 × 10 mit "
            "Nutensteinen. Die Stege sitzen in den Nuten und richten aus; vor dem Festziehen mit dem Winkel prüfen.",
            "Von vorn und von der Seite rechtwinklig zum Fuß; kein Spalt unter dem Mast.",
            "Er lehnt: Ein Steg sitzt nicht in seiner Nut, oder das Ende ist schief gesägt; feilen.",
        ),
        shows=(1,),
    ),
    Step(
        number=3,
        english=(
            "The beam",
            "Lay the beam on both masts, flush with their outsides. One plate in front and one behind at each corner, "
            "four M5 × 10 each. Push the caps into the ends.",
            "All four rubber feet touch the table, and a level on the beam says level.",
            "One foot hangs: loosen one corner, stand it on the table, tighten. Not level: the masts differ in length.",
        ),
        german=(
            "Der Balken",
            "Balken auf beide Masten legen, außen bündig. An jeder Ecke vorn und hinten eine Platte mit je vier "
            "M5 × 10. Kappen in die Enden drücken.",
            "Alle vier Gummifüße berühren den Tisch, die Wasserwaage auf dem Balken steht waagrecht.",
            "Ein Fuß hängt: eine Ecke lockern, auf den Tisch stellen, festziehen. Nicht waagrecht: Die Masten sind "
            "verschieden lang.",
        ),
        shows=(1, 2),
    ),
    Step(
        number=4,
        english=(
            "Camera onto its plate",
            "First push the flat cable into the camera's connector and shut its latch. Then lay the camera on the four "
            "bosses, lens down through the opening, cable to the back; four M2 × 6, no more than finger-tight. Take "
            "the foil off the lens.",
            "The board lies flat on all four bosses; the cable is in square and stays when pulled gently.",
            "It stands off: an insert sticks out; press it in warm. The cable slips out: open the latch and push it in "
            "to its stop, contacts towards the board.",
        ),
        german=(
            "Kamera auf ihre Platte",
            "Zuerst das Flachkabel in den Stecker der Kamera schieben und den Riegel schließen. Dann die Kamera auf "
            "die vier Sockel legen, Linse nach unten durch die Öffnung, Kabel nach hinten; vier M2 × 6, nur handfest. "
            "Folie von der Linse ziehen.",
            "Die Platine liegt auf allen vier Sockeln auf; das Kabel sitzt gerade und hält leichtem Zug stand.",
            "Sie steht ab: Eine Einschmelzmutter ragt heraus; warm nachdrücken. Das Kabel rutscht: Riegel öffnen und "
            "bis zum Anschlag einschieben, Kontakte zur Platine.",
        ),
        azimuth_deg=-35.0,
        elevation_deg=34.0,
    ),
    Step(
        number=5,
        english=(
            "Camera under the beam",
            "Screw the carriage into the beam's lower slot, exactly in its middle, notch to the back: two M5 × 10. "
            "Then the camera's plate below it with four M3 × 10 from above. The flat cable goes up through the notch.",
            "A thread with a nut, hung from the lens, points at the middle between the feet.",
            "It points aside: loosen the carriage and move it.",
        ),
        german=(
            "Kamera unter den Balken",
            "Schlitten mit zwei M5 × 10 genau in der Mitte in die untere Nut schrauben, die Kerbe nach hinten, dann "
            "die Kameraplatte mit vier M3 × 10 von oben darunter. Das Flachkabel geht durch die Kerbe nach oben.",
            "Ein Faden mit einer Mutter, an die Linse gehalten, zeigt auf die Mitte zwischen den Füßen.",
            "Er zeigt daneben: Schlitten lockern und verschieben.",
        ),
        shows=(3, 4),
        brings=(4,),
        brings_from="below",
        hides=("corner-plate", "beam-cap", "screw plate 3"),
        azimuth_deg=-25.0,
        elevation_deg=12.0,
    ),
    Step(
        number=6,
        english=(
            "Two wings of light",
            "Stick a piece of LED strip onto each channel's floor and join the pieces with short wires. Slide the "
            "diffusers in. Two straps with four M3 × 8 each join three channels; a plate with one M3 × 8 shuts each "
            "end.",
            "Fed with 5 V for a moment, all three pieces of a wing shine, evenly and without dots.",
            "One stays dark: plus and minus are crossed there, or a joint is cold. Dots: the diffuser sits in the "
            "wrong groove or is printed too thin.",
        ),
        german=(
            "Zwei Lichtflügel",
            "In jede Rinne ein Stück LED-Streifen kleben und die Stücke mit kurzen Litzen verbinden. Streuscheiben "
            "einschieben. Zwei Laschen mit je vier M3 × 8 verbinden drei Rinnen; je eine Platte mit M3 × 8 schließt "
            "die Enden.",
            "Kurz an 5 V leuchten alle drei Stücke eines Flügels, gleichmäßig und ohne Punkte.",
            "Eines bleibt dunkel: Plus und Minus sind dort vertauscht, oder eine Lötstelle ist kalt. Punkte: Die "
            "Streuscheibe sitzt in der falschen Rille oder ist zu dünn gedruckt.",
        ),
        azimuth_deg=-55.0,
        elevation_deg=28.0,
        is_one_side=True,
    ),
    Step(
        number=7,
        english=(
            "Wings onto the masts",
            "Screw a holder onto each wing's middle channel with two M3 × 10, then onto the inside of the mast with "
            "two M5 × 10. The strip hangs ${strip_cm} cm above the table. The wire leaves through the hole in the "
            "back into the mast's slot.",
            "Both wings are level and equally high; seen from the lens, no diffuser shines.",
            "One hangs: its ridge is not in the slot. A diffuser is seen from above: it is turned outside in.",
        ),
        german=(
            "Flügel an die Masten",
            "Je einen Halter mit zwei M3 × 10 auf die mittlere Rinne, dann mit zwei M5 × 10 innen an den Mast. Der "
            "Streifen hängt ${strip_cm} cm über dem Tisch. Die Litze geht durch das Loch im Rücken in die Nut des "
            "Mastes.",
            "Beide Flügel sind waagrecht und gleich hoch; von der Linse aus leuchtet keine Streuscheibe her.",
            "Einer hängt: Sein Steg sitzt nicht in der Nut. Von oben ist eine Scheibe zu sehen: Der Flügel sitzt "
            "verkehrt.",
        ),
        shows=(1, 2, 3, 4, 5, 6),
        brings=(6,),
        brings_from="inside",
    ),
    Step(
        number=8,
        english=(
            "Display into its frame",
            "Lay the tray on its face, the display into it, face down, upper edge away from the slot. Three clamps "
            "with M3 × 8 hold its rim; a pad of foam under each takes up what is left.",
            "From the front the picture's edge is seen all round, and the glass does not move under a finger.",
            "An edge is hidden: shift it before tightening. It moves: thicker foam.",
        ),
        german=(
            "Display in den Rahmen",
            "Rahmen auf die Vorderseite legen, Display mit dem Gesicht nach unten hinein, Oberkante weg vom Schlitz. "
            "Drei Klammern mit M3 × 8 halten den Rand; Schaumstoff darunter nimmt das Spiel.",
            "Von vorn ist das Bild rundum ganz zu sehen, und das Glas gibt unter dem Finger nicht nach.",
            "Ein Rand ist verdeckt: vor dem Festziehen verschieben. Es gibt nach: dickerer Schaumstoff.",
        ),
        azimuth_deg=-28.0,
        elevation_deg=42.0,
        turn="case front down",
    ),
    Step(
        number=9,
        english=(
            "Arm onto the cover",
            "Hold the arm against the cover's outside, four M3 × 8 from the inside. The arm's short upper side lies "
            "towards the edge with the gap in the rim.",
            "The arm stands square on the cover and does not move.",
            "It can be wrung: an insert has come loose; press it in warm.",
        ),
        german=(
            "Arm an den Deckel",
            "Den Arm außen an den Deckel halten, vier M3 × 8 von innen. Die kurze obere Seite des Armes zeigt zu der "
            "Kante, an der der Rand unterbrochen ist.",
            "Der Arm steht rechtwinklig auf dem Deckel und rührt sich nicht.",
            "Er lässt sich verdrehen: Eine Einschmelzmutter hat sich gelöst; warm nachdrücken.",
        ),
        azimuth_deg=-40.0,
        elevation_deg=20.0,
    ),
    Step(
        number=10,
        english=(
            "Close the display's case",
            "Plug flat cable and power lead into the display, lengthen the lead to ${lead_cm} cm with two wires of "
            "${lead_mm2} mm² and lead both out through the slot. Lay the cover on, four M3 × 8.",
            "The cover lies flat all round; both cables move in the slot.",
            "A gap: a cable is pinched. Open, do not tighten.",
        ),
        german=(
            "Gehäuse des Displays schließen",
            "Flachkabel und Stromkabel ins Display stecken, das Stromkabel mit zwei Litzen von ${lead_mm2} mm² auf "
            "${lead_cm} cm verlängern, beide durch den Schlitz hinausführen. Deckel auflegen, vier M3 × 8.",
            "Der Deckel liegt rundum auf; beide Kabel lassen sich im Schlitz bewegen.",
            "Ein Spalt: Ein Kabel ist eingeklemmt. Aufmachen, nicht festziehen.",
        ),
        shows=(8, 9),
        brings=(9,),
        brings_from="behind the case",
        azimuth_deg=60.0,
        elevation_deg=-8.0,
    ),
    Step(
        number=11,
        english=(
            "Display onto the right mast",
            "Screw the arm to the outside of the right mast with two M5 × 10 with T-nuts; the key goes through the "
            "holes in the arm. The case's lower edge hangs ${display_cm} cm above the table: higher or lower, its flat "
            "cable does not reach.",
            "Both players' seats see the whole display. A firm touch at its upper edge moves it by no more than a "
            "millimetre.",
            "It turns on the mast: tighten the two screws further; the arm's back must lie flat on the profile.",
        ),
        german=(
            "Display an den rechten Mast",
            "Den Arm mit zwei M5 × 10 und Nutensteinen außen an den rechten Mast schrauben; der Schlüssel geht durch "
            "die Löcher im Arm. Die Unterkante des Gehäuses hängt ${display_cm} cm über dem Tisch: Höher oder tiefer "
            "reicht das Flachkabel nicht.",
            "Von beiden Plätzen ist das ganze Display zu sehen. Ein fester Druck oben bewegt es höchstens um einen "
            "Millimeter.",
            "Es dreht sich am Mast: die zwei Schrauben fester; der Rücken des Armes muss am Profil anliegen.",
        ),
        shows=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        brings=(8, 9, 10),
        brings_from="right",
        azimuth_deg=38.0,
        elevation_deg=24.0,
    ),
    Step(
        number=12,
        english=(
            "The Pi's tray onto the right mast",
            "Screw the tray's two ears to the outside of the right mast above the display, two M5 × 10 with T-nuts, "
            "tongue to the front. The upper edge of its wall is ${pi_cm} cm above the table.",
            "The tray is plumb, its slots for the flat cables stand over the mast's slot.",
            "It is turned: loosen, hold a ruler along the mast, tighten.",
        ),
        german=(
            "Die Wanne des Pi an den rechten Mast",
            "Die zwei Ohren der Wanne über dem Display außen an den rechten Mast schrauben, zwei M5 × 10 mit "
            "Nutensteinen, Zunge nach vorn. Die Oberkante ihrer Wand ist ${pi_cm} cm über dem Tisch.",
            "Die Wanne hängt im Lot, ihre Schlitze für die Flachkabel stehen über der Nut des Mastes.",
            "Sie ist verdreht: lockern, ein Lineal an den Mast legen, festziehen.",
        ),
        shows=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11),
        azimuth_deg=62.0,
        elevation_deg=18.0,
    ),
    Step(
        number=13,
        english=(
            "Raspberry Pi and perfboard",
            "Push the cooler onto the Pi. The Pi onto its four bosses with M2.5 × 6, USB sockets down, power socket "
            "to the front. The perfboard into its fence, a cable tie around it. The shutdown button into the round "
            "hole at the back.",
            "Every socket is free in its opening: try a plug in each.",
            "A plug hits the wall: the Pi is turned, or a boss has elephant's foot; cut it off.",
        ),
        german=(
            "Raspberry Pi und Lochrasterplatine",
            "Kühler auf den Pi stecken. Pi mit M2.5 × 6 auf die vier Sockel, USB-Buchsen nach unten, Strombuchse nach "
            "vorn. Lochrasterplatine in ihren Rahmen, Kabelbinder darum. Ausschalttaster in das runde Loch hinten.",
            "Jede Buchse liegt frei in ihrer Öffnung: in jede einen Stecker probieren.",
            "Ein Stecker stößt an: Der Pi ist verdreht, oder ein Sockel ist am Fuß zu breit gedruckt; abschneiden.",
        ),
        shows=(12,),
        azimuth_deg=52.0,
        elevation_deg=30.0,
    ),
    Step(
        number=14,
        english=(
            "The button",
            "Button through the lid's hole, buzzer into its ring behind the small holes; its two wires, + 5 V and the "
            "one from Q1, run beside the button's to the switch board, where D2 stays. The piece of steel into the "
            "fence, the cable tied to the slots, four M3 × 8 from below, four rubber feet.",
            "The box stands firmly; a press clicks and does not push it away.",
            "It slides: wipe table and rubber feet. No click: the nut behind the button is loose.",
        ),
        german=(
            "Der Taster",
            "Taster durch das Loch, Summer in den Ring hinter den kleinen Löchern; seine zwei Drähte, + 5 V und der "
            "von Q1, laufen neben denen des Tasters zur Schaltplatine, wo D2 bleibt. Stahlstück in den Rahmen, Kabel "
            "an die Schlitze binden, vier M3 × 8 von unten, vier Gummifüße.",
            "Das Kästchen steht fest; ein Druck klickt und schiebt es nicht weg.",
            "Es rutscht: Tisch und Gummifüße abwischen. Kein Klick: Die Mutter hinter dem Taster ist locker.",
        ),
        azimuth_deg=-40.0,
        elevation_deg=16.0,
    ),
    Step(
        number=15,
        english=(
            "Flat cables",
            "The camera's: up behind the beam, folded to the right, under the clips along the beam, round its end, "
            "folded downwards, through the upper slot into the Pi's socket. The display's: out of the Pi's case "
            "below, down the mast's outside under the clips. At every end a loop of ${slack_cm} cm stays in the case. "
            "Board between the feet, its middle below the lens.",
            "No cable is stretched, none hangs in a loop where sleeves go; the folds are flat, not creased twice.",
            "One is too short: compare heights with steps 11 and 12. One longer than ${ribbon_cm} cm does not help: "
            "the camera then locks up or is not found.",
        ),
        german=(
            "Flachkabel",
            "Das der Kamera: hinter dem Balken hinauf, nach rechts gefaltet, unter den Klammern den Balken entlang, um "
            "sein Ende, nach unten gefaltet, durch den oberen Schlitz in die Buchse des Pi. Das des Displays: unten "
            "aus dem Gehäuse des Pi, außen am Mast unter den Klammern hinunter. An jedem Ende bleiben ${slack_cm} cm "
            "als Schlaufe im Gehäuse. Brett zwischen die Füße, Mitte unter die Linse.",
            "Kein Kabel ist gespannt, keines hängt dort, wo Ärmel hinkommen; die Falten sind flach und nur ein Mal "
            "geknickt.",
            "Eines ist zu kurz: Höhen mit den Schritten 11 und 12 vergleichen. Ein längeres als ${ribbon_cm} cm hilft "
            "nicht: Die Kamera bleibt damit hängen oder wird nicht gefunden.",
        ),
        shows=(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
        azimuth_deg=128.0,
        elevation_deg=24.0,
    ),
    Step(
        number=16,
        english=(
            "The Pi's cover",
            "Wire first (section 4). Then tie the power cable to the tongue beside its socket and screw the cover on "
            "with three M3 × 8.",
            "The cover lies flat; a pull at the power cable does not reach its plug.",
            "It stands off: a wire is pinched, or the display's flat cable lies over the USB sockets.",
        ),
        german=(
            "Der Deckel des Pi",
            "Zuerst verdrahten (Abschnitt 4). Dann das Stromkabel an die Zunge neben seiner Buchse binden und den "
            "Deckel mit drei M3 × 8 aufschrauben.",
            "Der Deckel liegt auf; ein Zug am Stromkabel kommt nicht bis zum Stecker.",
            "Er steht ab: Eine Litze ist eingeklemmt, oder das Flachkabel des Displays liegt auf den USB-Buchsen.",
        ),
        shows=(12, 13),
        azimuth_deg=52.0,
        elevation_deg=26.0,
    ),
)
