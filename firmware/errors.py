"""Errors of the device."""


class FirmwareError(Exception):
    """Root of every error raised by firmware."""


class ConfigError(FirmwareError, ValueError):
    """A setting cannot be used."""


class CameraError(FirmwareError, OSError):
    """The camera does not deliver."""


class CameraMissingError(CameraError):
    """There is no such camera."""


class CameraBusyError(CameraMissingError):
    """Another program uses the camera."""


class CameraBarredError(CameraMissingError):
    """This system lets the companion reach no camera in the network."""


class CameraLostError(CameraError):
    """The camera was there and is gone, or sends no pictures that are understood."""


class CameraSilentError(CameraLostError):
    """A camera in the network sends nothing that can be used."""


class CameraTimeoutError(CameraError, TimeoutError):
    """No frame came before the deadline."""


class ButtonError(FirmwareError, OSError):
    """The button cannot be opened."""


class SoundError(FirmwareError, OSError):
    """Nothing can be played here."""


class DisplayError(FirmwareError, OSError):
    """The page cannot be served."""


class TouchError(FirmwareError, ValueError):
    """The page sent something that is no touch."""


class TouchLongError(TouchError):
    """The page sent more than a touch can be."""


class TouchLateError(TouchError, TimeoutError):
    """What the page sends does not come whole in time."""


class CalibrationUnreadableError(FirmwareError, ValueError):
    """The calibration kept is damaged, or was written by a newer Serviert."""


class CalibrationNotSavedError(FirmwareError, OSError):
    """The calibration cannot be written."""


class DataFolderError(FirmwareError, OSError):
    """In the folder of the games they would not survive a power cut."""


class DataFolderUnwritableError(DataFolderError):
    """Nothing can be written into the folder of the games."""


class AnalysisError(FirmwareError, ValueError):
    """A game, or all of them, cannot be analysed."""


class GameMissingError(AnalysisError, LookupError):
    """There is no such game."""


class GameIllegalError(AnalysisError):
    """What a log says is against the rules."""


class OtherGameError(AnalysisError):
    """A game is not Würfelpoker 10×10."""


class PlotError(AnalysisError):
    """A file cannot be written."""


class SimulationError(FirmwareError, RuntimeError):
    """The simulated board cannot run."""


class PrintError(FirmwareError, ValueError):
    """A page cannot be printed as asked, or its file cannot be written."""


class DiceSetError(FirmwareError, OSError):
    """A taught set of dice cannot be used: it is missing, damaged, or was written by a newer Serviert."""


class DiceSetNameError(DiceSetError, ValueError):
    """This cannot be the name of a set."""


class DiceSetNotSavedError(DiceSetError):
    """The file of a set cannot be written."""


class StoreError(FirmwareError, OSError):
    """The game cannot be saved or loaded."""


class StoreCorruptError(StoreError):
    """The file is no database, or a damaged one."""


class StoreTooNewError(StoreError):
    """The file was written by another Serviert, most likely a newer one."""


class StoreInUseError(StoreError):
    """Another companion has the file open."""


class StoreFullError(StoreError):
    """No space is left on the disk."""


class StoreReadOnlyError(StoreError):
    """The file or its folder may not be written."""
